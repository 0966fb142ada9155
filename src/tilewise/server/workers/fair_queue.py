"""A bounded queue that is fair to all clients: addresses take turns, then people, then rooms."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Lane(NamedTuple):
    """The client that a job belongs to. The server's own jobs share the empty lane."""

    address: str = ""
    person: str = ""
    room: str = ""


class FairQueue(Generic[Item]):
    """Serves lanes in turn, and each lane in order of arrival.

    A full queue drops an item of the address with the most items, and there of the person with the most.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._root: Branch[Item] = Branch()

    def __len__(self) -> int:
        return self._root.size

    @property
    def addresses(self) -> frozenset[str]:
        """The addresses with waiting items."""
        return frozenset(self._root.branches)

    def waiting(self, address: str) -> int:
        """Return the number of waiting items of an address."""
        branch = self._root.branches.get(address)
        return branch.size if branch is not None else 0

    def add(self, lane: Lane, item: Item) -> Item | None:
        """Add an item. Return the item that is dropped instead, which may be the new one, or None."""
        self._root.add(lane, item)
        return self._root.drop() if len(self) > self._most else None

    def take(self) -> Item:
        """Remove and return the next item; raise IndexError if there is none."""
        return self._root.take()

    def remove(self, lane: Lane, item: Item) -> None:
        """Remove an item; raise ValueError if it does not wait in this lane."""
        self._root.remove(lane, item)


class Branch(Generic[Item]):
    """A node of the tree of lanes: a leaf with items, or branches in the order of their turns."""

    def __init__(self) -> None:
        self.size = 0
        self.branches: OrderedDict[str, Branch[Item]] = OrderedDict()
        self._items: deque[Item] = deque()

    def add(self, lane: Sequence[str], item: Item) -> None:
        """Add an item at the end of its lane. A lane that was empty waits for a whole round."""
        self.size += 1
        if lane:
            self.branches.setdefault(lane[0], Branch()).add(lane[1:], item)
        else:
            self._items.append(item)

    def take(self) -> Item:
        """Remove and return the next item. Its branch then waits until all others have had their turn."""
        if not self.branches:
            item = self._items.popleft()
        else:
            name, branch = self.branches.popitem(last=False)
            item = branch.take()
            if branch.size:
                self.branches[name] = branch
        self.size -= 1
        return item

    def drop(self) -> Item:
        """Remove and return the newest item of the largest branch."""
        self.size -= 1
        if not self.branches:
            return self._items.pop()
        name, largest = max(self.branches.items(), key=lambda each: each[1].size)
        item = largest.drop()
        if not largest.size:
            del self.branches[name]
        return item

    def remove(self, lane: Sequence[str], item: Item) -> None:
        """Remove an item; raise ValueError if it is not in this lane."""
        if not lane:
            self._items.remove(item)
        elif lane[0] not in self.branches:
            msg = f"nothing waits in lane {lane[0]!r}"
            raise ValueError(msg)
        else:
            branch = self.branches[lane[0]]
            branch.remove(lane[1:], item)
            if not branch.size:
                del self.branches[lane[0]]
        self.size -= 1
