"""Quantities."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.kubernetes.quantity import WRONG_FORMAT, WRONG_NUMBER, WRONG_SUFFIX, QuantityError, parse


@pytest.mark.parametrize(
    ("text", "units", "thousandths"),
    [
        ("250m", 1, 250),
        ("1.5", 2, 1500),
        ("1Ki", 1024, 1024000),
        ("0.5Mi", 524288, 524288000),
        ("1e3", 1000, 1000000),
        ("2E", 2 * 10**18, 0),
        ("1P", 10**15, 10**18),
        ("+7", 7, 7000),
        ("-1", -1, -1000),
        (".5", 1, 500),
        ("5.", 5, 5000),
        ("1n", 1, 1),
        (8, 8, 8000),
        (0.5, 1, 500),
        (None, 0, 0),
        (" 4 ", 4, 4000),
        ("Mi", 0, 0),
        (".", 0, 0),
        ("1500m", 2, 1500),
        ("-1500m", -2, -1500),
        ("12345m", 13, 12345),
        ("2500u", 1, 3),
        ("-2500u", -1, -3),
        ("12.3456789012345678901", 13, 12346),
        ("-12.3456789012345678901", -12, -12345),  # what does not fit into 64 bits is rounded towards plus
        ("3k", 3000, 3000000),
    ],
)
def test_amounts_are_rounded_up(text: object, units: int, thousandths: int) -> None:
    quantity = parse(text)
    assert (quantity.value, quantity.milli_value) == (units, thousandths)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1000m", "1"),
        ("1024Ki", "1Mi"),
        ("1024", "1024"),
        ("1000", "1k"),
        ("0.5Ki", "512"),
        ("1.5Gi", "1536Mi"),
        ("0.1Gi", "107374182400m"),
        ("1e3", "1e3"),
        ("100m", "100m"),
        ("0", "0"),
        ("0.0Ki", "0"),
        ("12E", "12E"),
        ("12Ei", "9223372036854775807"),
        ("-12Ei", "-9223372036854775807"),
        ("00", "0"),
        ("307200Ki", "300Mi"),
        ("1025024Mi", "1001Gi"),
        ("1024Pi", "1Ei"),
        ("1.0Ki", "1Ki"),
        ("0.9765625Ki", "1k"),  # less than 1024
        (".001Ki", "1024m"),
        (".000001Ki", "1024u"),
        (".000000001Ki", "1024n"),
        (".000000000001Ki", "2n"),
        ("0.001T", "1G"),
        ("1000u", "1m"),
        ("1.08", "1080m"),
        ("1080000000n", "1080m"),
        ("0.250", "250m"),
        (".001e12", "1e9"),
        ("0.001e0", "1e-3"),
        ("1000e-12", "1e-9"),
        ("1e-1", "100e-3"),
        ("1000Mi", "1000Mi"),
        ("1.5", "1500m"),
        ("10e-1", "1"),
        (1e9, "1G"),
        (1e19, "10E"),
    ],
)
def test_canonical_text_takes_the_largest_suffix_that_leaves_a_whole_number(text: object, canonical: str) -> None:
    assert str(parse(text)) == canonical


DECIMAL = {suffix: Fraction(1000) ** power for power, suffix in enumerate(["n", "u", "m", "", *"kMGTPE"], -3)}
BINARY = {suffix: Fraction(1024) ** power for power, suffix in enumerate(["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"], 1)}


@pytest.mark.parametrize(("suffix", "factor"), [*DECIMAL.items(), *BINARY.items()])
def test_every_suffix_stands_for_its_power_and_is_its_own_canonical_text(suffix: str, factor: Fraction) -> None:
    for text in ("7" + suffix, "7.0" + suffix):
        assert (parse(text).amount, str(parse(text))) == (7 * factor, "7" + suffix)


@pytest.mark.parametrize(
    ("text", "canonical"), [("0.1n", "1n"), ("-0.1n", "-1n"), ("1.000000001n", "2n"), ("1e-10", "1e-9")]
)
def test_what_is_finer_than_a_billionth_is_rounded_away_from_zero(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@pytest.mark.parametrize("text", ["+1", "01", "1.", "1E3", "10e0", "+3Gi", "1e3", "100m"])
def test_what_looks_canonical_is_taken_for_it(text: str) -> None:
    """The server looks at the digits and the exponent alone, so a sign, zeros before them or `E` stay."""
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "units", "thousandths"),
    [
        ("10E", 0, 0),
        ("10P", 10**16, 0),
        ("1Ei", 2**60, -(2**63)),
        ("100000000000000000000", 7766279631452241920, 200376420520689664),
        ("16Ei", 2**63 - 1, -1000),
    ],
)
def test_beyond_64_bits_amounts_overflow_as_the_servers(text: str, units: int, thousandths: int) -> None:
    quantity = parse(text)
    assert (quantity.value, quantity.milli_value) == (units, thousandths)


@pytest.mark.parametrize(
    ("text", "rounded"),
    [
        ("1n", "1m"),
        ("1500u", "2m"),
        ("1.5", "1500m"),
        ("+1", "+1"),
        ("0.1Ki", "102400m"),
        ("2.5Gi", "2560Mi"),
        ("-1500u", "-2m"),
        ("16Ei", "9223372036854775807"),
    ],
)
def test_the_quantities_of_a_list_are_rounded_up_to_thousandths(text: str, rounded: str) -> None:
    assert str(parse(text).in_thousandths()) == rounded


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ei", WRONG_NUMBER),
        ("e-20", WRONG_NUMBER),
        ("", WRONG_FORMAT),
        ("abc", WRONG_FORMAT),
        ("1.2.3", WRONG_FORMAT),
        (True, WRONG_FORMAT),
        ([1], WRONG_FORMAT),
        ("1KI", WRONG_FORMAT),
        ("1mi", WRONG_SUFFIX),
        ("1e", WRONG_SUFFIX),
        ("1me3", WRONG_SUFFIX),
        ("1e9223372036854775808", WRONG_SUFFIX),
        ("1e-9223372036854775809", WRONG_SUFFIX),
    ],
)
def test_an_invalid_quantity_is_refused_in_the_api_servers_words(text: object, message: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse(text)
    assert str(caught.value) == message


@given(st.one_of(st.text(max_size=30), st.from_regex(r"[+-]?[0-9.]{1,25}[eEinumkKMGTP]{0,2}[-+]?[0-9]{0,30}\Z")))
def test_any_text_is_parsed_or_refused_quickly(text: str) -> None:
    try:
        quantity = parse(text)
    except QuantityError:
        return
    if abs(quantity.amount) < 10**21:  # there is no suffix for more, and the server leaves it out
        assert parse(str(quantity)).amount == quantity.amount
