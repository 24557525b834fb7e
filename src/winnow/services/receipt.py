"""What trimming saved, what it cost, and whether that was worth it."""

from dataclasses import dataclass

from winnow.services.metering import Usage
from winnow.trimming.trim import TrimReceipt

LANGUAGE_MODEL_USD_PER_MILLION = 0.35
"""What a token that trimming saves would have cost: an input token of @cf/openai/gpt-oss-120b, in US dollars a million
(Workers AI's price list, September 2026). With a dearer model trimming is worth more than the receipt says."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """`usage` is what trimming alone cost. `reason` says why it was not worth it."""

    trim: TrimReceipt
    usage: Usage
    worth_it: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class Prices:
    """US dollars for a million tokens: one that is embedded, and one that a language model reads."""

    embedding: float
    language_model: float = LANGUAGE_MODEL_USD_PER_MILLION

    def receipt(self, trim: TrimReceipt, usage: Usage, *, shared_by: int = 1) -> Receipt:
        """The rule: tokens saved x the language model's price > tokens embedded x the embedding's price.

        What keeps nothing is not worth anything. Where one embedding served several questions (`shared_by`), each
        bears an equal part of its cost.
        """
        saved = trim.tokens_in - trim.tokens_out
        embedded = usage.tokens_estimated / shared_by
        worth_it = trim.tokens_out > 0 and saved * self.language_model > embedded * self.embedding
        if worth_it:
            return Receipt(trim, usage, worth_it=True, reason=None)
        if trim.tokens_out == 0:
            reason = "nothing was kept"
        elif saved <= 0:
            reason = "nothing was saved"
        else:
            reason = (
                f"{saved} tokens saved at ${self.language_model:g} a million are worth less than"
                f" {embedded:.0f} tokens embedded at ${self.embedding:g}"
            )
        return Receipt(trim, usage, worth_it=False, reason=reason)
