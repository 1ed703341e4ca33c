"""Invisible characters, and nothing else, are written as escapes."""

from __future__ import annotations

import unicodedata

from playground.engine import escaped


def test_invisible_characters_are_made_visible() -> None:
    codes = [
        *(0x00, 0x07, 0x08, 0x0B, 0x0D, 0x1B, 0x7F, 0x85, 0x9B, 0xAD, 0x61C, 0x3164, 0xFEFF, 0xD800, 0xDC80),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x206A),
        *range(0xE0000, 0xE0080),
    ]
    texts = [(hex(code), escaped(f"a{chr(code)}b")) for code in codes]
    assert [code for code, text in texts if not (text.isascii() and text.isprintable())] == []


def test_every_control_and_format_character_but_two_is_made_visible_and_no_letter_is() -> None:
    for code in range(0x110000):
        character, category = chr(code), unicodedata.category(chr(code))
        if category in ("Cc", "Cf", "Zl", "Zp") and character not in "\t\n":
            # the marks of numbers in Arabic and of notes in music are seen or change nothing beside them
            assert escaped(character) != character or code in (
                *range(0x600, 0x606),
                0x6DD,
                0x70F,
                0x890,
                0x891,
                0x8E2,
                0x110BD,
                0x110CD,
                *range(0x13430, 0x13460),
                *range(0x1BCA0, 0x1BCA4),
                *range(0x1D173, 0x1D17B),
            ), hex(code)
        if category[0] in "LNPS" and character not in "\u115f\u1160\u3164\uffa0":
            assert escaped(character) == character, hex(code)


def test_visible_text_stays() -> None:
    text = "Grüße, 世界, שלום, مرحبا, 👍🏽, ❤️\n\t‘x’ – …"
    assert escaped(text) == text
