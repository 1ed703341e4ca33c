"""The buttons of value sets: each adds, renames or deletes a set of the submitted Draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from playground.engine import LONGEST_NAME, AssignmentMissingError, parse_parameter_file
from playground.pages.form.draft import Draft
from playground.pages.form.fields import MOST_SETS, MOST_VALUES, VALUE_CHARACTERS, well_formed, why_no_set_name

# The fields: `add-set` with `new-set`, its name, and `set-lines`, the text of its parameter file; `delete-set` with the
# name of a set; `rename-set` with the name of a set, whose new name is in ``set-name.SET``.
BUTTONS = ("add-set", "rename-set", "delete-set")


def press_set_button(draft: Draft, data: Mapping[str, str], defaults: Mapping[str, str]) -> tuple[Draft, str]:
    """``draft`` changed by the pressed button of BUTTONS, and why it cannot be changed so, or "".

    ``defaults`` are the texts of the fields without a given value.
    """
    if "add-set" in data:
        return _add(draft, data.get("new-set", "").strip(), well_formed(data.get("set-lines", "")), defaults)
    if "rename-set" in data:
        name = data["rename-set"]
        return _rename(draft, name, data.get(f"set-name.{name}", "").strip())
    if "delete-set" in data:
        name = data["delete-set"]
        sets = {other: values for other, values in draft.sets.items() if other != name}
        return replace(draft, sets=sets, set="" if draft.set == name else draft.set), ""
    return draft, ""


def _add(draft: Draft, name: str, lines: str, defaults: Mapping[str, str]) -> tuple[Draft, str]:
    """Add a set with the values in ``lines``, a parameter file; of an existing set, replace the values.

    A value that does not differ from the one without a set is left out.
    """
    if why := _why_not(draft, name):
        return draft, why
    try:
        values = parse_parameter_file(lines)
    except AssignmentMissingError as error:
        return draft, f"Line {error.line} of the values of `{name}` is not `NAME=VALUE`. Nothing was added."
    if len(values) > MOST_VALUES:
        return draft, f"The set has {len(values)} values; the limit is {MOST_VALUES}."
    for parameter, text in values.items():
        if len(parameter) > LONGEST_NAME or len(text) > VALUE_CHARACTERS or "\0" in parameter + text:
            return (
                draft,
                f"The value of `{parameter[:LONGEST_NAME]}` in `{name}` is too long, or holds a NUL character.",
            )
    base = {**defaults, **draft.values}
    differing = {parameter: text for parameter, text in values.items() if text != base.get(parameter, "")}
    return replace(draft, sets={**draft.sets, name: differing}, set=name, added_set=name), ""


def _rename(draft: Draft, name: str, new_name: str) -> tuple[Draft, str]:
    if name not in draft.sets or new_name == name:
        return draft, ""
    if new_name in draft.sets:
        return draft, f"There is a value set `{new_name}` already."
    if why := why_no_set_name(new_name):
        return draft, why
    sets = {new_name if other == name else other: values for other, values in draft.sets.items()}
    return replace(draft, sets=sets, set=new_name if draft.set == name else draft.set), ""


def _why_not(draft: Draft, name: str) -> str:
    """Why no set of this name can be added; "" if one can."""
    if len(draft.sets) >= MOST_SETS and name not in draft.sets:
        return f"The limit is {MOST_SETS} value sets. The command line takes more: `process --set NAME=FILE … -o diff`."
    return why_no_set_name(name)
