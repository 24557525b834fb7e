"""What stops the platform: each message says what to do, or ends with the words of the tool that failed."""


class PlatformError(Exception):
    """The local platform cannot be set up, started or kept up."""
