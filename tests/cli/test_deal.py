import json
from hashlib import sha256

import msgspec
import pytest

from tests.cli.commands import run
from tilewise.cli.commands.deal import Dealt
from tilewise.core.deal import Deal
from tilewise.core.editions import edition
from tilewise.core.rules.setup import set_up

SECRET = "00" * 32


def dealt(*args: str) -> Dealt:
    return msgspec.json.decode(run("deal", *args, "--json").stdout, type=Dealt)


def test_secret_and_contributions_determine_the_deal() -> None:
    shown = dealt("--secret", SECRET, "--contribution", "moon", "--contribution", "seven")

    assert shown.started == set_up(edition("classic-en"), Deal(SECRET, ("moon", "seven")))


def test_commitment_is_the_hash_of_the_secret() -> None:
    assert dealt("--secret", SECRET).commitment == sha256(bytes(32)).hexdigest()


def test_same_seed_gives_the_same_deal() -> None:
    assert dealt("--seed", "moon").started == dealt("--seed", "moon").started


def test_deals_without_a_seed_differ() -> None:
    assert dealt().deal.secret != dealt().deal.secret


def test_games_of_a_match_have_different_deals() -> None:
    assert dealt("--seed", "moon").started != dealt("--seed", "moon", "--game", "2").started


def test_missing_contributions_are_empty() -> None:
    assert dealt("--players", "3", "--contribution", "moon").deal.contributions == ("moon", "", "")


def test_deal_prints_commitment_racks_and_pool() -> None:
    lines = run("deal", "--seed", "moon", "--players", "2").stdout.splitlines()

    assert lines[0] == f"commitment     {dealt('--seed', 'moon').commitment}"
    assert "the pool, 78 tiles, next first" in lines


def test_json_deal_contains_what_a_record_needs() -> None:
    assert set(json.loads(run("deal", "--json").stdout)) == {"commitment", "deal", "started"}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--secret", "zz"), "a secret is 64 hexadecimal digits, lower case, not 'zz'"),
        (("--players", "7"), "classic-en is for 2 to 4 players, not 7"),
        (("--players", "-1"), "classic-en is for 2 to 4 players, not -1"),
        (("--players", "2", *("--contribution", "x") * 3), "3 contributions for 2 players; give at most one each"),
        (("--contribution", "x" * 200, "--contribution", ""), "a contribution is 128 bytes at most, not 200"),
        (("--seed", "moon", "--secret", SECRET), "give --seed, or --secret and --contribution"),
        (("--edition", "chess"), "unknown edition 'chess'; choose from: "),
    ],
)
def test_invalid_deal_options_are_errors(args: tuple[str, ...], message: str) -> None:
    result = run("deal", *args)

    assert (result.exit_code, result.stderr.startswith(f"tilewise: {message}")) == (2, True)
