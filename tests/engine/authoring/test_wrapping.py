"""Plain Objects are wrapped into a Template: text in, text out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from playground.engine import Deadline, Edit, Limits, OutOfTimeError, Position, Refusal, SourceSpan, read
from playground.engine.authoring.wrapping import Wrapping, wrap

CORPUS = Path(__file__).resolve().parents[4] / "../shared/corpus"
HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: objects\nobjects:\n"


def wrapping(text: str) -> Wrapping:
    result = wrap(read(text))
    assert isinstance(result, Wrapping), result
    return result


def wrapped(text: str) -> str:
    return wrapping(text).text().replace("name: a\n", "name: objects\n", 1)


def refusal(text: str) -> tuple[str, str]:
    result = wrap(read(text))
    assert isinstance(result, Refusal), result
    return result.reason, str(result.span)


def test_documents_are_indented_with_their_comments() -> None:
    text = "# top\nkind: A\ndata:\n  x: 1  # one\n# last\n---\n\n# above\nkind: B\n"
    expected = "# top\n- kind: A\n  data:\n    x: 1  # one\n  # last\n\n# above\n- kind: B\n"
    assert wrapped(text) == HEAD + expected


def test_the_template_is_called_after_the_first_name_that_an_object_may_have() -> None:
    text = "kind: A\nmetadata: {name: A_B}\n---\nkind: B\nmetadata: {name: web}\n"
    assert "\n  name: web\nobjects:" in wrapping(text).text()


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("---\nkind: A\n--- # why\nkind: B\n...\n---\n# nothing\n", "- kind: A\n# why\n- kind: B\n# nothing\n"),
        ("%YAML 1.1\n---\nkind: A\n", "- kind: A\n"),
        ("---\nkind: A\n---\n---\n~\n---\nkind: B\n", "- kind: A\n- kind: B\n"),
        ("  kind: A\n  x: 1\n", "-   kind: A\n    x: 1\n"),
        ("&a\nkind: A\nx: &b {c: 1}\ny: *b\n", "- &a\n  kind: A\n  x: &b {c: 1}\n  y: *b\n"),
        ("kind: A\nx: &b 1\n---\nkind: B\ny: &b 2\nz: *b\n", "- kind: A\n  x: &b 1\n- kind: B\n  y: &b 2\n  z: *b\n"),
        ("kind: A\nx: |2\n    two\n   \n  end\ny: |+\n  a\n\n---\nkind: B",
         "- kind: A\n  x: |2\n      two\n     \n    end\n  y: |+\n    a\n\n- kind: B"),
        ("{kind: A,\nx: 1}\n", "- {kind: A,\n  x: 1}\n"),
        ('kind: A\nx: "a\n  b"\ny: a\n  b\n', '- kind: A\n  x: "a\n    b"\n  y: a\n    b\n'),
        ('{"kind": "A"}\n', '- {"kind": "A"}\n'),
        ('{"kind": "A"} {"kind": "B"}\n', '- {"kind": "A"} \n- {"kind": "B"}\n'),
        ('{"kind": "A"}\n---\n# b\nkind: B\n', '- {"kind": "A"}\n# b\n- kind: B\n'),
        ('{"kind": "A", "x": "\\/\\\\/\\ud83d\\ude00"}', '- {"kind": "A", "x": "/\\\\/😀"}'),
    ],
)  # fmt: skip
def test_every_syntax_stays_what_it_is(text: str, objects: str) -> None:
    assert wrapped(text) == HEAD + objects


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("apiVersion: v1\nitems:\n- kind: A\n  x: 1\n# b\n- kind: B\nkind: List\n",
         "- kind: A\n  x: 1\n# b\n- kind: B\n"),
        ("kind: List # of two\nitems:\n  - kind: A\n    x: |\n      a\n\n  -\n    kind: B\n---\nkind: C\n",
         "# of two\n- kind: A\n  x: |\n    a\n\n-\n  kind: B\n- kind: C\n"),
        ('{"kind": "List", "items": [\n    {\n        "kind": "A"\n    }, {"kind": "B"}\n]}\n',
         '- {\n      "kind": "A"\n  }\n- {"kind": "B"}\n'),
        ("kind: List\nitems: [{kind: A}, # a\n {kind: B}]\n", "- {kind: A}\n# a\n- {kind: B}\n"),
        ("kind: List\nitems: []\n---\nkind: A\n", "- kind: A\n"),
        ("kind: List\n---\nkind: A\n", "- kind: A\n"),
        ("kind: A\n---\n{kind: List, items: [{kind: B}]}", "- kind: A\n\n- {kind: B}\n"),
    ],
)  # fmt: skip
def test_lists_are_opened(text: str, objects: str) -> None:
    assert wrapped(text).removeprefix(HEAD).replace("\n\n-", "\n-") == objects.replace("\n\n-", "\n-")


def test_line_ends_and_the_byte_order_mark_stay() -> None:
    text = wrapped("\ufeffkind: A\r\nx: 1\r\n---\r\n\ufeffkind: B\r\n")
    assert text.startswith("\ufeffapiVersion")
    assert text.endswith("objects:\r\n- kind: A\r\n  x: 1\r\n- kind: B\r\n")
    assert text.count("\n") == text.count("\r\n")


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "The text has no Objects.", "1:1"),
        ("kind: List\n", "The text has no Objects.", "1:1"),
        ("kind: A\n---\n- 1\n", "Here is a list, not a Kubernetes object.", "3:1"),
        ("word\n", "Here is plain text, not a Kubernetes object.", "1:1"),
        ("x: 1\n", "This mapping has no `kind`: only Objects can be in a Template.", "1:1"),
        ("kind: List\nitems:\n- kind: A\n- \n", "Here is null, not a Kubernetes object.", "4:2"),
        ("kind: Template\nobjects: []\n", "This is a Template already: a Template holds Objects.", "1:1"),
        ("kind: List\nitems: [{kind: Template}]\n", "This is a Template already: a Template holds Objects.", "2:9"),
        ("kind: A\n---\nkind:\n\tB: 1\n", "A tab cannot indent YAML.", "4:1"),
        ("kind: A\n...\nkind: B\n",
         "The document ends before this text; Kubernetes ignores everything from here to the next `---`.", "3:1"),
        ("kind: A\nx: |\n a\u2028 b\n---\nkind: B\n",
         "This object cannot be indented without a change of its values.", "1:1"),
    ],
)  # fmt: skip
def test_what_is_no_object_is_refused_with_its_place(text: str, message: str, place: str) -> None:
    assert refusal(text) == (message, place)


def test_a_text_that_would_be_too_long_is_refused() -> None:
    text = "kind: A\n"
    result = wrap(read(text, Limits(text_bytes=50)), Limits(text_bytes=50))
    assert isinstance(result, Refusal)
    assert result.reason.startswith("As a Template: the text is ")


def test_the_deadline_ends_the_work() -> None:
    text = "kind: A\nx: 1\n" + "".join(f"k{number}: 1\n" for number in range(20_000))
    source = read(text)
    with pytest.raises(OutOfTimeError):
        wrap(source, deadline=Deadline(1.0, iter([0.0, *[2.0] * 100]).__next__))


def test_changes_of_values_are_made_together_with_the_wrapping() -> None:
    result = wrapping('{"kind": "A", "image": "a\\/b", "x": "c\\/d"}')
    change = Edit(SourceSpan(Position(1, 25), Position(1, 29)), "${IMAGE}")
    parameters = "parameters:\n- name: IMAGE\n  value: a/b\n"
    assert result.text(parameters, [change]) == HEAD.replace("objects:\n", "") + (
        'parameters:\n- name: IMAGE\n  value: a/b\nobjects:\n- {"kind": "A", "image": "${IMAGE}", "x": "c/d"}'
    )


def texts(random: Random) -> Iterable[str]:
    """A random document: mappings and lists in blocks and brackets, scalars in all styles, comments."""
    indent = " " * random.choice((0, 0, 0, 2))
    yield f"{indent}# above\n" if random.random() < 0.3 else ""
    yield f"{indent}kind: A\n"
    for number in range(random.randrange(8)):
        yield indent + random.choice(
            (
                "k%d: word # why\n",
                "k%d: 'a\n%s    b'\n",
                "k%d: |\n%s  one\n%s    two\n\n%s  three\n",
                "k%d: |2-\n%s    one\n%s  two\n",
                "k%d: >+\n%s  one\n%s  two\n\n\n",
                "k%d:\n%s- 1\n%s- a: 1\n%s  b: [1,\n%s 2]\n%s# in\n",
                "k%d: {a: 1, 'b': \"c\n%s  d\"}\n",
                "k%d:\n",
                "k%d: &a [x]\n%sj%d: *a\n",
            )
        ).replace("%d", str(number)).replace("%s", indent)


def test_random_documents_keep_their_values() -> None:
    for seed in range(300):
        random = Random(seed)
        documents = ["".join(texts(random)) for _ in range(random.randrange(1, 4))]
        text = random.choice(("", "---\n", "\n# first\n---\n")) + "---\n".join(documents)
        text = text.replace("\n", "\r\n") if random.random() < 0.3 else text
        result = wrapping(text)
        values = [document.value for document in read(text).documents]
        (template,) = read(result.text()).documents
        assert template.value["objects"] == values, text
        assert [line.strip() for line in text.splitlines() if "#" in line] == [
            line.strip() for line in result.text().splitlines() if "#" in line
        ]


def test_a_list_of_one_kind_is_opened_and_its_items_need_their_kinds() -> None:
    listed = "kind: ConfigMapList\napiVersion: v1\nitems:\n- kind: ConfigMap\n  metadata: {name: a}\n"
    assert wrapped(listed) == HEAD + "- kind: ConfigMap\n  metadata: {name: a}\n"
    reason, place = refusal(listed.replace("- kind: ConfigMap\n ", "-"))
    assert ("has no `kind`" in reason, place) == (True, "4:3")
