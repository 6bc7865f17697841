class Solution:
    def repair_cost(self, typed: str, wanted: str, swap: int, erase: int, press: int) -> int:
        n, m = len(typed), len(wanted)

        def changes(line: str) -> list[int]:
            result = [0] * (len(line) + 1)
            for i in range(1, len(line)):
                result[i] = result[i - 1] + (line[i] != line[i - 1])
            return result

        of_typed = changes(typed)
        of_wanted = changes(wanted)

        def gap(table: list[int], start: int, end: int) -> int:
            return 0 if start == end else table[end - 1] - table[start] + 1

        # cost[i][j]: typed[:i] is repaired to wanted[:j], and the last letter
        # of typed[:i] was kept or replaced to give the last of wanted[:j].
        # For each pair of letters try every earlier pair.
        far = 10**12
        cost = [[far] * (m + 1) for _ in range(n + 1)]
        cost[0][0] = 0
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                least = far
                for a in range(i):
                    lost = gap(of_typed, a, i - 1) * erase
                    for b in range(j):
                        value = cost[a][b] + lost + gap(of_wanted, b, j - 1) * press
                        if value < least:
                            least = value
                cost[i][j] = least + (0 if typed[i - 1] == wanted[j - 1] else swap)

        return min(
            cost[i][j] + gap(of_typed, i, n) * erase + gap(of_wanted, j, m) * press
            for i in range(n + 1)
            for j in range(m + 1)
        )
