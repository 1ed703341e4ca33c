"""Messages of protobuf are written and read again, and nonsense is refused."""

from __future__ import annotations

import pytest

from playground.api.protocol.protobuf import Message, ProtobufError, field, message, object_in, text


@pytest.mark.parametrize("length", [0, 1, 127, 128, 16_383, 16_384])
@pytest.mark.parametrize("number", [1, 15, 16, 31])
def test_a_field_of_any_length_and_number_is_read_again(length: int, number: int) -> None:
    assert message(field(number, "x" * length)) == {number: b"x" * length}


def test_of_a_repeated_field_the_last_one_counts() -> None:
    assert text(message(field(1, "a") + field(2, "b") + field(1, "c")), 1) == "c"
    assert text({}, 1) == ""


def test_fields_of_other_types_are_skipped() -> None:
    numbers = b"\x18\x96\x01" + b"\x21" + bytes(8) + b"\x2d" + bytes(4)  # a varint, eight bytes, four bytes
    assert message(numbers + field(1, "a")) == {1: b"a"}


@pytest.mark.parametrize("data", [b"\x0a", b"\x0a\x02a", b"\x0b", b"\x80" * 11, b"\x21" + bytes(7)])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(ProtobufError):
        message(data)


def test_a_text_must_be_utf8() -> None:
    fields: Message = {1: b"\xff"}
    with pytest.raises(ProtobufError):
        text(fields, 1)


def test_an_object_has_an_envelope_with_its_kind() -> None:
    envelope = field(1, field(1, "v1") + field(2, "Pod")) + field(2, field(1, "web"))
    assert object_in(b"k8s\0" + envelope) == ("Pod", {1: b"web"})
    with pytest.raises(ProtobufError):
        object_in(envelope)
