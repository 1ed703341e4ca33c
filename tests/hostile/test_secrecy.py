"""How many secrets in manifests are recognised, and how many false alarms there are."""

from __future__ import annotations

from itertools import product

import pytest

from playground.engine.rules.secrets.plain_secrets import is_written_secret

# No value here opens anything: each is made of a few words.
A16, A36 = "EXAMPLEKEY234567", "exampleToken0123456789abcdefghijklmn"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJleGFtcGxlIn0.c2lnbmF0dXJlLWV4YW1wbGU"
PEMS = ("RSA PRIVATE KEY", "EC PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY")
TOKENS = (
    *(f"gh{kind}_{A36}" for kind in "opsur"),
    f"github_pat_{A36}",
    f"glpat-{A36[:20]}",
    *(f"xox{kind}-{A36}" for kind in "abp"),
    f"sk_live_{A36[:24]}",
    f"rk_live_{A36[:24]}",
    f"npm_{A36}",
    f"hvs.{A36}",
    f"dop_v1_{A36}",
    f"pypi-AgEIcHlwaS5vcmc{A36}",
    f"AIza{A36[:35]}",
    f"SG.{A36[:22]}.{A36}{A36[:7]}",
    f"AKIA{A16}",
    f"ASIA{A16}",
)
SCHEMES = (
    "postgres",
    "postgresql",
    "mysql",
    "mongodb",
    "mongodb+srv",
    "redis",
    "amqp",
    "amqps",
    "https",
    "smtp",
    "ldap",
)
NAMED = (
    *("DB_PASSWORD", "password", "adminPassword", "MYSQL_ROOT_PASSWORD", "spring.datasource.password", "PASSWD"),
    *("passphrase", "SSH_PASSPHRASE", "PG_PWD", "API_TOKEN", "token", "githubToken", "API_KEY", "apikey", "apiKey"),
    *("REDIS_PASSWORD", "SMTP_PASSWORD", "ldap-password", "GITLAB_TOKEN", "webhook-token", "X_API_KEY", "api-key"),
    *("nexusPassword", "SECRET_TOKEN", "ROOT_PASSWORD", "BACKUP_PASSPHRASE", "registry-password"),
)
SECRETS: tuple[tuple[str, str], ...] = (
    *(("tls.key", f"-----BEGIN {kind}-----\nMIIExample\n-----END {kind}-----") for kind in PEMS),
    *(("value", token) for token in TOKENS),
    ("header", f"Bearer {JWT}"),
    ("id", JWT),
    *(("url", f"{scheme}://shop:wintergarden7@db.example/shop") for scheme in SCHEMES),
    *(("url", f"{scheme}://:wintergarden7@cache:6379/0") for scheme in ("redis", "rediss")),
    *product(NAMED, ("wintergarden7", "S3hr-Geheim!")),
    ("args", "curl -u https://shop:wintergarden7@registry.example/v2/"),
    ("DSN", f"https://{A36[:20]}:{A36[:20]}@errors.example/4"),
    (".dockercfg", '{"auths": {"https://shop:wintergarden7@registry.example": {}}}'),
    ("config", f'[remote "origin"]\n  url = https://oauth2:glpat-{A36[:20]}@git.example/a.git'),
    ("AUTHORIZATION", f"Bearer {JWT}"),
    *(("script", f"export TOKEN={token}") for token in TOKENS[:3]),
)

WORDS = ("shop", "web-frontend", "production", "info", "8080", "true", "/var/lib/data", "10.0.0.0/8", "100m", "1.25.3")
PLAIN = (
    *("APP_NAME", "LOG_LEVEL", "HOSTNAME", "PORT", "KEYBOARD", "MONKEY", "COMPASS", "TOKENIZER", "PASSENGERS"),
    *("AUTHOR", "BYPASS_CACHE", "PRIMARY_KEY_COLUMN"),
)
INNOCENT: tuple[tuple[str, str], ...] = (
    *product(PLAIN, WORDS),
    *product(
        ("DB_PASSWORD", "API_TOKEN", "apiKey", "SMTP_PASSWORD"),
        (
            "",
            "${DB_PASSWORD}",
            "$(DB_PASSWORD)",
            "changeme",
            "<your-password>",
            "null",
            "/etc/secrets/password",
            "true",
        ),
    ),
    *(("image", f"registry.example:5000/team/{name}@sha256:{'0123456789abcdef' * 4}") for name in WORDS[:3]),
    *(("url", f"{scheme}://db.example:5432/shop") for scheme in SCHEMES),
    *(("url", f"{scheme}://shop:${{DB_PASSWORD}}@db.example/shop") for scheme in SCHEMES),
    *(("url", f"{scheme}://shop@db.example/shop") for scheme in SCHEMES),
    ("ca.crt", "-----BEGIN CERTIFICATE-----\nMIIExample\n-----END CERTIFICATE-----"),
    ("id_rsa.pub", "-----BEGIN PUBLIC KEY-----\nMIIExample\n-----END PUBLIC KEY-----"),
    *(("uid", f"3f2504e0-4f89-11d3-9a0c-0305e82c33{number:02}") for number in range(8)),
    *(("commit", f"{number}" + "0a1b2c3d4e5f6" * 3) for number in range(4)),
    ("secretName", "shop-tls"),
    *(("value", text) for text in ("npm_config_registry_of_the_company", "pypi-mirror-of-the-whole-company")),
    *(("value", text) for text in ("AIzawa", "hvs.example.org", "MSG.text", "SG.eu-central-1", "dop_v1_beta")),
    ("secretKeyRef", "db-password"),
    ("TOKEN_URL", "https://login.example/oauth/token"),
    ("PASSWORD_FILE", "/run/secrets/password"),
    ("ACCESS_TOKEN_LIFETIME", "3600"),
    ("PASSWORD_MIN_LENGTH", "12"),
    ("description", "The password of the database; leave it empty and one is generated."),
    ("command", "pg_isready -U shop -h 127.0.0.1 -p 5432"),
    ("email", "mailto:shop@example.org"),
    ("git", "git@git.example:team/shop.git"),
    ("time", "at 12:30 a@b, see https://shop.example/@team"),
)


def missed() -> list[tuple[str, str]]:
    return [secret for secret in SECRETS if not is_written_secret(*secret)]


def false_alarms() -> list[tuple[str, str]]:
    return [line for line in INNOCENT if is_written_secret(*line)]


def test_there_are_a_hundred_secrets_and_two_hundred_other_lines() -> None:
    assert len(set(SECRETS)) == len(SECRETS) >= 100
    assert len(set(INNOCENT)) == len(INNOCENT) >= 200


def test_at_least_95_of_100_secrets_are_recognised() -> None:
    assert len(missed()) <= 0.05 * len(SECRETS), missed()


def test_at_most_5_of_100_harmless_lines_are_false_alarms() -> None:
    assert len(false_alarms()) <= 0.05 * len(INNOCENT), false_alarms()


def test_names_alone_or_texts_alone_would_not_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without what is known of texts too many are missed."""
    monkeypatch.setattr("playground.engine.rules.secrets.plain_secrets.holds_secret", lambda _: False)
    assert len(missed()) > 0.05 * len(SECRETS)
