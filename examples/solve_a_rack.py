"""Find the best play and the steps that lead to it."""

from tilewise import edition, print_rack, print_table, rack, table
from tilewise.solver import Problem, solve


def main() -> None:
    """Solve the multiple split of the booklets: two tiles, three runs taken apart."""
    problem = Problem(
        edition("classic-en"),
        rack=rack("k10 b5 r13"),
        table=table("[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]"),
    )
    best = solve(problem)
    print("before:", print_table(problem.table))
    print("lay:   ", print_rack(best.laid))
    print("after: ", print_table(best.table))
    print("proven to be the best" if best.is_proven else "the best found in time")


if __name__ == "__main__":
    main()
