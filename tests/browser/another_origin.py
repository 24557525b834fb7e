"""A server that answers a page of another origin, with what session.py asks."""

from tests.stub_server import Answer, Asked, Respond, answer_json, answer_problem


def another_origin(origin: str) -> Respond:
    """Lets pages of `origin` in, as the Worker does when it is configured. Its token is `local`."""
    allowed = {
        "access-control-allow-origin": origin,
        "access-control-allow-headers": "authorization, content-type",
        "access-control-expose-headers": "retry-after, x-request-id",
    }
    health = {"status": "ok", "version": "1", "python": "3.14.2", "platform": "emscripten"}
    text = "La luna levanta las mareas. ¿Y el queso? Me gusta."
    receipt = dict.fromkeys(
        ["sentences_in", "sentences_kept", "characters_in", "characters_out", "tokens_in", "tokens_out"], 1
    )
    chunk = {
        "id": "c", "document_id": "mareas", "title": "", "ordinal": 0, "content": text, "start": 0, "end": len(text),
        "metadata": {}, "score": {"kind": "rrf", "value": 0.03}, "legs": {},
    }  # fmt: skip
    leg = {"status": "ok", "candidates": 1, "kept": 1}
    answers = {
        "/health": health,
        "/ingest": {"documents": [{"id": "mareas", "status": "created"}]},
        "/retrieve": {"chunks": [chunk], "legs": {"dense": leg, "lexical": leg}},
        "/trim": {"chunks": [{"content": "La luna levanta las mareas."}], "details": [], "receipt": receipt},
    }

    def respond(asked: Asked) -> Answer:
        if asked.method == "OPTIONS":
            return Answer(204, headers=allowed)
        if asked.path != "/health" and asked.headers.get("authorization") != "Bearer local":
            return answer_problem(401, "a valid bearer token is required", headers=allowed)
        return answer_json(answers[asked.path], headers=allowed)

    return respond
