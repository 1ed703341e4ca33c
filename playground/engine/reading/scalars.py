"""The type of a YAML scalar in Kubernetes: string, int, float, bool or null; and the string that a key becomes.

goyaml.v2 ``resolve.go`` (YAML 1.1 with Go's numbers), and the keys of sigs.k8s.io/yaml ``convertToJSONableObject``.
"""

from __future__ import annotations

import binascii
import datetime
import math
import re
import struct
from bisect import bisect_left

Scalar = str | int | float | bool | None

_PREFIX = "tag:yaml.org,2002:"
_TRUE = ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")
_FALSE = ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")
WORDS: dict[str, Scalar] = {
    **dict.fromkeys(_TRUE, True),
    **dict.fromkeys(_FALSE, False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_NUMBER_START = frozenset("+-0123456789")
# a scalar that begins with any other character is a string
TYPED_STARTS = frozenset((*_NUMBER_START, ".", *(word[0] for word in WORDS if word)))
_DECIMAL = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z")
_BASED = re.compile(r"([-+]?)0(?:[xX]([0-9a-fA-F]+)|[bB]([01]+)|[oO]?([0-7]+))\Z")
_SIGNED_BINARY = re.compile(r"0b([-+][01]+)\Z")  # goyaml.v2 drops the prefix and reads the sign after it
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_POINT_FLOAT = re.compile(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?\Z")
_DATE = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt](\d\d?):(\d\d?):(\d\d?)(?:\.\d*)?(?:Z|[-+]\d\d:\d\d))"
    r"|(?: (\d\d?):(\d\d?):(\d\d?)(?:\.\d*)?))?\Z",
    re.ASCII,
)
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_SINGLE = struct.Struct("f")  # a 32-bit float
_SMALLEST_NORMAL = 2.0**-126  # of the 32-bit floats; smaller ones have fewer digits
_INT64 = range(-(2**63), 2**63)
_UINT64 = range(2**63, 2**64)
_LONGEST_DECIMAL = 21  # sign and 20 digits; a longer one is beyond 64 bits, and int() would refuse 4,300 digits


class TagMismatchError(ValueError):
    """A tag names a type that its text does not have; the message is goyaml's."""


class Resolver(dict[str, Scalar]):
    """The values of plain scalars seen while one text is read; a repeated scalar is resolved once."""

    def __missing__(self, text: str) -> Scalar:
        value = self[text] = resolve(text)
        return value


def resolve(text: str) -> Scalar:
    """The value of a plain (unquoted, untagged) scalar; integers beyond 64 bits become floats.

    >>> resolve("0777"), resolve("1e3"), resolve("1:30"), resolve("y")
    (511, 1000.0, '1:30', True)
    """
    if text in WORDS:
        return WORDS[text]
    if text[0] == ".":
        return _parse_float(text.replace("_", ""), text) if _POINT_FLOAT.match(text) else text
    if text[0] not in _NUMBER_START:
        return text
    number_text = text.replace("_", "")
    number = _parse_integer(number_text)
    if number is not None:
        return number if number in _INT64 else float(number)
    if _FLOAT.match(number_text):
        return _parse_float(number_text, text)
    signed_binary = _SIGNED_BINARY.match(number_text)
    return int(signed_binary[1], 2) if signed_binary and int(signed_binary[1], 2) in _INT64 else text


def means_its_text(text: str) -> bool:
    """Whether every YAML reader reads ``text`` without quotes as a string; if not, goyaml.v2 writes quotes.

    >>> means_its_text("app"), means_its_text("08"), means_its_text("1:30"), means_its_text("2001-01-01")
    (True, False, False, False)
    """
    if text == "<<":
        return False
    return isinstance(resolve(text), str) and not _BASE_60.match(text) and not _is_timestamp(text)


def _parse_integer(number_text: str) -> int | None:
    """Go's ``ParseInt(plain, 0, 64)``, then ``ParseUint``, which takes no sign; None when neither reads it."""
    if _DECIMAL.match(number_text):
        number = int(number_text) if len(number_text) <= _LONGEST_DECIMAL else None
    else:
        based = _BASED.match(number_text)
        if based is None:
            return None
        sign, hexadecimal, binary, octal = based.groups()
        number = int(hexadecimal, 16) if hexadecimal else int(binary, 2) if binary else int(octal, 8)
        number = -number if sign == "-" else number
    if number is None or number in _INT64:
        return number
    return number if number in _UINT64 and number_text[0] not in "+-" else None


def _parse_float(number: str, text: str) -> Scalar:
    """Go's ``ParseFloat``: a number that is too large for a float stays text.

    Minus zero loses its sign: Kubernetes converts it to JSON's ``-0`` and reads that as an integer.
    """
    value = float(number) or 0.0
    return text if math.isinf(value) else value


def is_long_integer(text: str, value: object) -> bool:
    """Whether ``value`` is inexact because the decimal integer ``text`` does not fit into 64 bits."""
    return type(value) is float and _DECIMAL.match(text.replace("_", "")) is not None and text[:2] != "-0"


def tagged_value(tag: str, text: str) -> Scalar:
    """The value of a tagged scalar: known tags convert it or raise TagMismatchError, others leave it a string.

    >>> tagged_value("tag:yaml.org,2002:str", "12"), tagged_value("!mine", "12")
    ('12', '12')
    """
    name = tag.removeprefix(_PREFIX) if tag.startswith(_PREFIX) else ""
    if name == "binary":
        return _binary(text)
    if name not in ("bool", "int", "float", "null", "timestamp"):
        return text
    value = resolve(text)
    if name == "timestamp":
        if _is_timestamp(text):
            return text
    elif name == "float" and unsigned(text) is not None:
        raise TagMismatchError(f"cannot decode !!int `{text}` as a !!float")
    elif _type_name(value) == name:
        return value
    elif name == "int" and type(value) is float and _parse_integer(text.replace("_", "")) is not None:
        return value  # an integer beyond int64
    elif name == "float" and type(value) is int:
        return float(value)
    raise TagMismatchError(f"cannot decode !!{_type_name(value)} `{text}` as a !!{name}")


def _type_name(value: Scalar) -> str:
    return "null" if value is None else type(value).__name__


def _is_timestamp(text: str) -> bool:
    match = _DATE.match(text)
    if match is None:
        return False
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    hour, minute, second = (int(part or 0) for part in (match.groups()[3:6] if match[4] else match.groups()[6:9]))
    try:
        datetime.datetime(year or 4, month, day, hour, minute, second)  # only Go has a year 0, a leap year as 4
    except ValueError:
        return False
    return True


def _binary(text: str) -> str:
    """Base64 as Go decodes it: line breaks allowed, spaces not; bytes that are no UTF-8 become U+FFFD."""
    try:
        data = binascii.a2b_base64(text.replace("\r", "").replace("\n", "").encode(), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError):
        raise TagMismatchError("!!binary value contains invalid base64 data") from None
    return re.sub("[\udc80-\udcff]", "\ufffd", data.decode("utf-8", "surrogateescape"))


def unsigned(text: str) -> int | None:
    """The integer in ``text`` if it fits into 64 bits only without a sign, else None."""
    number = _parse_integer(text.replace("_", ""))
    return number if number is not None and number in _UINT64 else None


def key_name(value: Scalar, text: str) -> str | None:
    """The name that a key gets in JSON, from its resolved value; None where Kubernetes refuses such a key.

    >>> key_name(True, "y"), key_name(3.14159265358979, "3.14159265358979"), key_name(None, "~")
    ('true', '3.1415927', None)
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value is None or unsigned(text) is not None:
        return None
    return float32_text(value or math.copysign(value, -1 if text[0] == "-" else 1))  # a key keeps the sign of zero


def float32_text(value: float) -> str:
    """Go's ``FormatFloat(value, 'g', -1, 32)``: the shortest text that a 32-bit float reads back, as keys get it.

    >>> float32_text(1e20), float32_text(1000.0), float32_text(0.00001)
    ('1e+20', '1000', '1e-05')
    """
    try:
        single = _SINGLE.unpack(_SINGLE.pack(value))[0]
    except OverflowError:
        single = math.copysign(math.inf, value)
    if not math.isfinite(single):
        return ".nan" if math.isnan(single) else ".inf" if single > 0 else "-.inf"
    if abs(single) >= _SMALLEST_NORMAL and _reads_back(single, 5):
        # Six digits in all. Two numbers with at most six digits never have the same 32-bit float, so no shorter number
        # reads back. Zeros at the end are removed below.
        digits = 5
    else:
        digits = bisect_left(range(8), True, key=lambda count: _reads_back(single, count))
    text = f"{single:.{digits}e}"
    mantissa, exponent = text.split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    power = int(exponent)
    if power < -4 or power >= 6:
        return f"{mantissa}e{'-' if power < 0 else '+'}{abs(power):02d}"
    decimals = max(0, len(mantissa.lstrip("-").replace(".", "")) - 1 - power)
    return f"{float(text):.{decimals}f}"


def _reads_back(single: float, digits: int) -> bool:
    """Whether a 32-bit float with so many digits after the first is read back as itself."""
    return bool(_SINGLE.unpack(_SINGLE.pack(float(f"{single:.{digits}e}")))[0] == single)
