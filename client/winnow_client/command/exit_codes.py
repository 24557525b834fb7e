"""What the command's exit code says, so that a script can decide what to do next."""

from enum import IntEnum

from winnow_client.errors import NotAllowed, ServerFault, TemporaryError, WinnowError


class ExitCode(IntEnum):
    DONE = 0
    REFUSED = 1
    """The request or some of the documents must change: what is wrong was said."""
    USAGE = 2
    """The command line, a setting or a file is wrong; nothing was sent."""
    NOT_ALLOWED = 3
    """The token is missing, unknown or does not allow this."""
    TRY_LATER = 4
    """Unreachable, out of capacity or asked too often: the same command may succeed later."""
    SERVER_FAULT = 5
    """Only who runs the server can mend it."""
    NOT_PROPOSED = 6
    """`winnow calibrate` proposes less than it was asked for, and says why."""
    INTERRUPTED = 130
    """Ctrl-C."""


def exit_code_of(error: WinnowError) -> ExitCode:
    match error:
        case NotAllowed():
            return ExitCode.NOT_ALLOWED
        case TemporaryError():
            return ExitCode.TRY_LATER
        case ServerFault():
            return ExitCode.SERVER_FAULT
    return ExitCode.REFUSED
