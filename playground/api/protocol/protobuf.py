"""Reads and writes protobuf messages: `kubectl` and `oc` send some requests, and read one answer, in this format only.

Protocol Buffers "Encoding"; apimachinery ``runtime/serializer/protobuf`` for the envelope of an object.
"""

from __future__ import annotations

from collections.abc import Iterator

MEDIA_TYPE = "application/vnd.kubernetes.protobuf"
_MAGIC = b"k8s\0"
_TYPE, _OBJECT = 1, 2  # the numbers of fields of an Unknown (apimachinery, ``runtime/generated.proto``)
_KIND = 2  # of a TypeMeta
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5  # wire types
_LONGEST_VARINT = 10  # bytes

Message = dict[int, bytes]


class ProtobufError(ValueError):
    """The bytes are no message."""


def object_in(body: bytes) -> tuple[str, Message]:
    """The kind of the object in ``body``, and its fields. Raises ProtobufError."""
    if not body.startswith(_MAGIC):
        raise ProtobufError("the envelope of the object is missing")
    envelope = message(body[len(_MAGIC) :])
    return text(message(envelope.get(_TYPE, b"")), _KIND), message(envelope.get(_OBJECT, b""))


def message(data: bytes) -> Message:
    """The texts and messages in ``data``, by their numbers; of a repeated field, the last one. Raises ProtobufError."""
    fields: Message = {}
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        number, wire_type = key >> 3, key & 7
        if wire_type == _VARINT:
            _, position = _varint(data, position)
            continue
        if wire_type == _LENGTH:
            length, position = _varint(data, position)
        elif wire_type in (_FIXED32, _FIXED64):
            length = 4 if wire_type == _FIXED32 else 8
        else:
            raise ProtobufError("a field has an unknown type")
        if position + length > len(data):
            raise ProtobufError("a field is longer than its message")
        if wire_type == _LENGTH:
            fields[number] = data[position : position + length]
        position += length
    return fields


def text(fields: Message, number: int) -> str:
    """The text with this ``number``; "" if it is missing. Raises ProtobufError."""
    try:
        return fields.get(number, b"").decode()
    except UnicodeDecodeError:
        raise ProtobufError("a text is not UTF-8") from None


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """The number that begins at ``position``, and where it ends. Raises ProtobufError."""
    value = 0
    for shift, byte in enumerate(data[position : position + _LONGEST_VARINT]):
        value |= (byte & 0x7F) << (7 * shift)
        if byte < 0x80:
            return value, position + shift + 1
    raise ProtobufError("a number does not end")


def field(number: int, value: bytes | str) -> bytes:
    """A field that holds a text or a message."""
    encoded = value.encode() if isinstance(value, str) else value
    return b"".join((*_digits(number << 3 | _LENGTH), *_digits(len(encoded)), encoded))


def _digits(value: int) -> Iterator[bytes]:
    """``value`` as a varint."""
    while value > 0x7F:
        yield bytes((value & 0x7F | 0x80,))
        value >>= 7
    yield bytes((value,))
