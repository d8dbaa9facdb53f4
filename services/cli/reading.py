"""Words that come in by the command line: whole characters, or a clear refusal."""

from typing import BinaryIO

from services.core.errors import BadInput


def read_text(stream: BinaryIO) -> str:
    """All of a stream as UTF-8. Raises BadInput when it is something else."""
    try:
        return stream.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"Standard input is not UTF-8 (byte {error.start}). Convert it, e.g. with iconv.") from error


def whole(text: str) -> str:
    """An argument. Raises BadInput when its bytes were no characters in the terminal's encoding."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadInput("The question is not in the terminal's encoding. Set LANG to a UTF-8 locale.") from error
    return text
