"""The deal: verifiable, not controllable by any side, and always the same for a seed."""

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tilewise.core import notation
from tilewise.core.deal import Deal, Dice, deal_from, hash_of, is_as_committed, is_revealed
from tilewise.core.editions import EDITIONS
from tilewise.core.rules.setup import set_up

SECRET = "00112233445566778899aabbccddeeff" * 2


# ---- the documented algorithm, written down a second time


def words(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.new(seed, counter.to_bytes(8, "big"), sha256).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


def mixed(tiles: list[str], numbers: Iterator[int]) -> list[str]:
    for last in reversed(range(1, len(tiles))):
        count = last + 1
        word = next(word for word in numbers if word < 2**32 - 2**32 % count)
        tiles[last], tiles[word % count] = tiles[word % count], tiles[last]
    return tiles


def dealt_by_hand(secret: str, contributions: list[str], game: int) -> list[str]:
    """Return all tiles of a classic box after the second shuffle."""
    text = f"tilewise-deal-1\n{secret}\n{game}\n"
    text += "".join(f"{len(each.encode())}:{each}\n" for each in contributions)
    numbers = words(sha256(text.encode()).digest())
    box = [f"{colour}{number}" for colour in "rbyk" for number in range(1, 14) for _ in range(2)] + ["J", "J"]
    mixed(box.copy(), numbers)
    return mixed(box.copy(), numbers)


@pytest.mark.parametrize(("contributions", "game"), [(["ann", "bob"], 1), (["", "שלום", "x" * 128], 3)])
def test_the_deal_follows_the_documented_algorithm(contributions: list[str], game: int) -> None:
    """R-SETUP-01, R-SETUP-03, R-SETUP-05, R-SETUP-07."""
    begun = set_up(EDITIONS["classic-en"], Deal(SECRET, tuple(contributions), game))

    tiles = dealt_by_hand(SECRET, contributions, game)

    players = len(contributions)
    assert [sorted(rack) for rack in begun.racks] == [sorted(tiles[14 * n : 14 * n + 14]) for n in range(players)]
    assert list(begun.pool) == tiles[14 * players :]


RECORDED = {
    ("classic-en", 2): (
        "r2 r3 r5 r11 r12 b7 b10 b11 y4 y9 y13 k8 k10 k11",
        "r1 r10 r11 r13 b1 b3 b4 b7 b12 b13 y2 y5 k3 k12",
        "y6 b11 k5 y3 k9",
    ),
    ("xp", 5): (
        "r6 r9 r12 b4 b4 b6 b7 b11 y5 y6 y10 y11 k3 k10",
        "r1 r5 r11 r13 b8 b12 b13 y12 k1 k4 k8 k9 k9 k13",
        "b10 y3 r11 k3 y13",
    ),
    ("twist", 2): (
        "r1 r4 r6 r7 b5 b10 b11 y2 y3 y9 y9 y11 y12 k2",
        "r2 r3 b1 y3 y8 y13 k2 k5 k6 k7 k13 k13 J M",
        "y10 y13 b4 k1 b11",
    ),
    ("quick-21", 2): (
        "r1 r2 r4 r6 r7 b1 b5 b10 b11 y2 y3 y9 y9 y11 y12 k2 k5 k6 k7 k13 J",
        "r3 r5 r8 r11 r12 b3 b4 b7 b11 b13 y3 y4 y8 y10 y13 y13 k1 k2 k9 k13 M",
        "y1 y7 k8 b3 M",
    ),
}
"""For an edition and a number of players: the first two racks, and the first tiles of the pool."""


@pytest.mark.parametrize(("name", "players"), RECORDED)
def test_seed_always_gives_the_same_tiles(name: str, players: int) -> None:
    """R-SETUP-05: if this changes, old records no longer verify."""
    begun = set_up(EDITIONS[name], deal_from("for ever", players))

    first, second, *_ = map(notation.print_rack, begun.racks)
    assert (first, second, " ".join(begun.pool[:5])) == RECORDED[name, players]


def test_seed_always_gives_the_same_starting_draw() -> None:
    """R-SETUP-02, A-14: three of four share the highest number and draw again."""
    begun = set_up(EDITIONS["classic-en"], deal_from("for ever", 4))

    draws = [" ".join(f"{seat}:{tile}" for seat, tile in draw) for draw in begun.starting_draws]
    assert (draws, begun.starter) == (["0:k13 1:b11 2:r13 3:y13", "0:k7 2:k1 3:y12"], 3)


# ---- what is promised, and what is shown


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    deal = Deal(SECRET, ("ann", "bob"))

    assert deal.commitment == sha256(bytes.fromhex(SECRET)).hexdigest()
    assert is_revealed(deal.commitment, deal)
    assert not is_revealed(deal.commitment, Deal("f" * 64, ("ann", "bob")))


def test_commitment_does_not_depend_on_contributions() -> None:
    """The commitment is published before the contributions are made."""
    assert Deal(SECRET, ("ann", "bob")).commitment == Deal(SECRET, ("other", "words")).commitment


@pytest.mark.parametrize(
    "other",
    [
        Deal("f" * 64, ("ab", "c")),
        Deal(SECRET, ("ab", "d")),
        Deal(SECRET, ("a", "bc")),
        Deal(SECRET, ("c", "ab")),
        Deal(SECRET, ("ab", "c", "")),
        Deal(SECRET, ("ab", "c"), game=2),
    ],
)
def test_every_part_of_a_deal_changes_the_tiles(other: Deal) -> None:
    assert other.seed != Deal(SECRET, ("ab", "c")).seed


@pytest.mark.parametrize("secret", ["", "00", SECRET.upper(), SECRET + "0", "g" * 64, SECRET[:-1] + "\n"])
def test_invalid_secret_is_rejected(secret: str) -> None:
    with pytest.raises(ValueError, match="a secret is 64 hexadecimal digits, lower case, not"):
        Deal(secret, ("", ""))


@pytest.mark.parametrize("text", ["x" * 129, "ש" * 65])
def test_long_contribution_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"a contribution is 128 bytes at most, not 1\d\d"):
        Deal(SECRET, ("", text))


def test_a_contribution_is_text() -> None:
    with pytest.raises(ValueError, match="surrogates not allowed"):
        Deal(SECRET, ("\ud800", ""))


def test_hash_of_a_contribution_is_its_sha_256() -> None:
    assert hash_of("שלום") == sha256("שלום".encode()).hexdigest()


@pytest.mark.parametrize(
    ("committed", "text", "is_allowed"),
    [
        (hash_of("seven"), "seven", True),
        (hash_of("seven"), hash_of("seven"), True),  # withheld
        ("", "", True),  # without a hash
        (hash_of("seven"), "eight", False),
        (hash_of("seven"), "", False),
        ("", "seven", False),
    ],
)
def test_contribution_must_be_the_one_committed_to(committed: str, text: str, *, is_allowed: bool) -> None:
    assert is_as_committed(committed, text) is is_allowed


def test_withheld_contributions_are_known() -> None:
    deal = Deal(SECRET, ("ann", hash_of("bob"), ""), hashes=(hash_of("ann"), hash_of("bob"), ""))

    assert deal.withheld == (1,)


# ---- fair dice


def dice_that_roll(*numbers: int) -> Dice:
    dice = Dice(b"")
    dice._words = iter(numbers)
    return dice


def test_biased_words_are_skipped() -> None:
    """2**32 is 3 times 1431655765 plus 1: the last word is one too many."""
    assert dice_that_roll(2**32 - 1, 2**32 - 2).below(3) == 2
    assert dice_that_roll(2**32 - 4, 2**32 - 5).below(6) == 5


def test_unbiased_words_are_kept() -> None:
    assert dice_that_roll(2**32 - 1).below(2) == 1
    assert dice_that_roll(7).below(1) == 0


def test_the_dice_are_fair() -> None:
    dice = Dice(b"fair")

    rolls = Counter(dice.below(6) for _ in range(6000))

    assert set(rolls) == set(range(6))
    assert all(900 < count < 1100 for count in rolls.values())


def test_every_order_is_equally_likely() -> None:
    dice = Dice(b"orders")

    orders = Counter(dice.shuffled("abc") for _ in range(6000))

    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())


def test_shuffle_keeps_all_tiles_and_its_input() -> None:
    tiles = list("abcdefgh")

    assert sorted(Dice(b"keep").shuffled(tiles)) == tiles == list("abcdefgh")
    assert Dice(b"none").shuffled("") == ()
