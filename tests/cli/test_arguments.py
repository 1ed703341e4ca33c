"""The arguments of `process`, parsed as by `oc`."""

from __future__ import annotations

import pytest

from playground.cli.arguments import parse
from playground.cli.options import ProcessOptions
from tests.cli.running import process
from tests.cost import steps

USAGE = "\nSee 'oc process -h' for help and examples\n"


def parsed(*argv: str) -> ProcessOptions:
    options = parse(("process", "-f", "x", *argv))
    assert isinstance(options, ProcessOptions)
    return options


@pytest.mark.parametrize(
    "line",
    [
        "--context a --kubeconfig=b --cluster c --user d --token e --cache-dir f --tls-server-name g",
        "-s a -sb --server=c --certificate-authority d --client-certificate e --client-key f",
        "--as a --as-group b --as-group c --as-uid d --as-user-extra e=f --request-timeout 5s",
        "-v 3 -v3 -v=3 --v 3 --loglevel -1 --vmodule a=1,b=2, --log-flush-frequency 1m30s",
        "--insecure-skip-tls-verify --match-server-version=false --disable-compression=true --warnings-as-errors",
    ],
)
def test_flags_of_oc_for_connections_and_logs_change_nothing(line: str) -> None:
    options = parsed(*line.split())
    assert not options.positionals
    assert options == parsed() if "false" not in line else options.switched_off == ("--match-server-version",)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("-v", "abc"), 'invalid argument "abc" for "-v, --v" flag: strconv.ParseInt: parsing "abc": invalid syntax'),
        (("--loglevel", "9" * 11), f'strconv.ParseInt: parsing "{"9" * 11}": value out of range'),
        (("--log-flush-frequency", "x"), 'invalid argument "x" for "--log-flush-frequency" flag: parse error'),
        (("--vmodule", "x"), "syntax error: expect comma-separated list of filename=N"),
        (("--warnings-as-errors=x",), 'strconv.ParseBool: parsing "x": invalid syntax'),
        (("-s",), "flag needs an argument: 's' in -s"),
        (("--username", "x"), "unknown flag: --username"),
        (("--fo_o",), "unknown flag: --fo_o"),
    ],
)
def test_a_wrong_value_is_refused_in_the_words_of_oc(
    argv: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = process(capsys, *argv)
    assert (status, out) == (1, "")
    assert err.startswith("error: ")
    assert err.endswith(f"{message}{USAGE}")


def test_of_several_values_of_a_flag_the_last_counts() -> None:
    assert not parsed("--raw", "--raw=false").raw
    options = parsed("--raw=0", "--raw=T", "--allow-missing-template-keys=false")
    assert options.raw
    assert not options.allow_missing_template_keys
    assert options.switched_off == ("--allow-missing-template-keys",)


def test_an_underscore_in_a_name_means_a_dash() -> None:
    options = parsed("--ignore_unknown_parameters", "--param_file=a_b", "--param_file", "c_d")
    assert options.ignore_unknown_parameters
    assert options.parameter_files == ("a_b", "c_d")


def test_all_arguments_after_two_dashes_are_positional() -> None:
    assert parsed("A=1", "-p", "B=2", "--", "-o", "C=3").positionals == ("A=1", "-o", "C=3")


@pytest.mark.parametrize("option", ["-p", "--from", "-l", "--as-group"])
def test_a_repeated_option_costs_no_more_each_time(option: str) -> None:
    few, many = (steps(lambda argv=["process", *[option, "A=b"] * count]: parse(argv)) for count in (100, 1600))  # type: ignore[misc]
    assert many - few < 1500 * 150


def test_all_values_of_a_repeated_option_count_in_their_order_and_are_checked() -> None:
    options = parse(["process", "-p", "A=1", "B=2", "-p", "C=3", "--dialect", "openshift", "-p=A=4", "D=5"])
    assert isinstance(options, ProcessOptions)
    assert (options.assignments, options.positionals) == (("A=1", "C=3", "A=4"), ("B=2", "D=5"))
    with pytest.raises(SystemExit):
        parse(["process", "--dialect", "openshift", "--dialect", "other"])
