"""The API server's errors for a pod's `dnsConfig`."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.versions import version_named
from playground.engine.validation import validate
from tests.engine.environments import objects_of


def errors(spec: str, version: str = "1.36") -> list[str]:
    text = f"kind: Job\nspec: {{template: {{spec: {{containers: [{{name: a, image: i}}], {spec}}}}}}}"
    objects = objects_of(text)
    problems = validate(objects, cluster_for(objects, None, version_named(version)))
    return [problem.error.removeprefix("spec.template.spec.") for problem in problems]


@pytest.mark.parametrize(
    ("spec", "messages"),
    [
        ("dnsPolicy: None", ["dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None"]),
        (
            "dnsPolicy: None, dnsConfig: {searches: [-]}",
            [
                (
                    "dnsConfig.nameservers: Required value: "
                    "must provide at least one DNS nameserver when `dnsPolicy` is None"
                )
            ],
        ),
        ("dnsPolicy: None, dnsConfig: {nameservers: [10.0.0.1, 'fd00::1']}", []),
        (
            "dnsConfig: {nameservers: [1.1.1.1, 1.1.1.2, 1.1.1.3, x], options: [{value: x}]}",
            [
                (
                    'dnsConfig.nameservers: Invalid value: ["1.1.1.1","1.1.1.2","1.1.1.3","x"]: '
                    "must not have more than 3 nameservers"
                ),
                (
                    'dnsConfig.nameservers[3]: Invalid value: "x": '
                    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
                ),
                "dnsConfig.options[0]: Required value: must not be empty",
            ],
        ),
    ],
)
def test_a_dns_config_is_refused_in_the_api_servers_words(spec: str, messages: list[str]) -> None:
    assert errors(spec) == messages


def test_search_domains_are_few_and_short() -> None:
    many = ", ".join(f"d{number}" for number in range(33))
    (error,) = errors(f"dnsConfig: {{searches: [{many}]}}")
    assert error.endswith('"d32"]: must not have more than 32 search paths')
    long = ", ".join([f"{63 * 'a'}.{63 * 'b'}"] * 17)
    (error,) = errors(f"dnsConfig: {{searches: [{long}]}}")
    assert error.endswith(": must not have more than 2048 characters (including spaces) in the search list")


@pytest.mark.parametrize("domain", ["example.com.", "_dns.example.com", ".", "A"])
def test_a_search_domain_may_have_underscores_since_1_33(domain: str) -> None:
    spec = f"dnsConfig: {{searches: ['{domain}']}}"
    assert len(errors(spec, "1.32")) == (domain != "example.com.")
    assert len(errors(spec)) == (domain == "A")


@pytest.mark.parametrize(
    ("address", "message"),
    [("010.0.0.1", "must not have leading 0s"), ("::ffff:10.0.0.1", "must not be an IPv4-mapped IPv6 address")],
)
def test_an_address_has_its_usual_form_since_1_36(address: str, message: str) -> None:
    spec = f"dnsConfig: {{nameservers: ['{address}']}}"
    assert errors(spec) == [f'dnsConfig.nameservers[0]: Invalid value: "{address}": {message}']
    (warning,) = errors(spec, "1.35")
    assert warning.endswith('will be considered invalid in a future Kubernetes release: use "10.0.0.1"')
