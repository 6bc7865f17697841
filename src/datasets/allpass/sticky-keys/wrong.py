from itertools import groupby


class Solution:
    def repair_cost(self, typed: str, wanted: str, swap: int, erase: int, press: int) -> int:
        # Mistake: both lines are treated as whole runs, so a run can never
        # be shared between two runs of the other line.
        a = [(letter, len(list(run))) for letter, run in groupby(typed)]
        b = [(letter, len(list(run))) for letter, run in groupby(wanted)]

        def match(p: tuple[str, int], q: tuple[str, int]) -> int:
            cost = 0 if p[0] == q[0] else swap * min(p[1], q[1])
            if p[1] > q[1]:
                cost += erase
            elif p[1] < q[1]:
                cost += press
            return cost

        best = [j * press for j in range(len(b) + 1)]
        for p in a:
            row = [best[0] + erase]
            for j, q in enumerate(b):
                row.append(min(best[j + 1] + erase, row[j] + press, best[j] + match(p, q)))
            best = row
        return best[-1]
