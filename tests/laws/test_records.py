"""Laws of the record: a replay gives the same states, and the text reads back."""

from hypothesis import given
from hypothesis import strategies as st

from tests.laws.law import law
from tests.random_play import Game, recorded
from tilewise.core.deal import LONGEST_CONTRIBUTION, Deal
from tilewise.core.editions import EDITIONS
from tilewise.core.match import LONGEST_NAME, Match
from tilewise.core.record import GameRecord, Record, record_of, replay, verify
from tilewise.core.record.text import parse_record, print_record, verify_text


@law()
def test_replaying_a_record_gives_the_same_states(game: Game) -> None:
    record, states = recorded(game)

    assert [step.state for step in replay(record)] == states
    assert verify(record) == ()


@law()
def test_printed_record_reads_back(game: Game) -> None:
    record, _ = recorded(game)
    text = print_record(record)

    assert parse_record(text) == record
    assert print_record(parse_record(text)) == text
    assert verify_text(text) == ()


def is_a_name(text: str) -> bool:
    return text.isprintable() and text == text.strip() and ":" not in text


names = st.text(min_size=1, max_size=LONGEST_NAME).filter(is_a_name)
contributions = st.text(st.characters(codec="utf-8"), max_size=LONGEST_CONTRIBUTION // 4)


@given(st.lists(names, min_size=2, max_size=4, unique=True), st.data())
def test_any_names_and_contributions_can_be_written(seats: list[str], data: st.DataObject) -> None:
    given_by_seats = data.draw(st.tuples(*(contributions for _ in seats)))
    deal = Deal("5e" * 32, given_by_seats)
    empty = record_of(Match(EDITIONS["classic-en"], tuple(seats)))
    record = Record(empty.edition, empty.seats, (GameRecord(deal.commitment, deal),))

    assert parse_record(print_record(record)) == record
    assert verify_text(print_record(record)) == ()
