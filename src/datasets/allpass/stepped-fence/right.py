from bisect import bisect_right


class Solution:
    def fewestReplacements(self, pattern: list[int], repeats: int, rise: int, gap: int) -> int:
        # Posts p < q can both stay if h[q] - h[p] >= gap * (q - p), that is, if h - gap * index does not
        # fall. So the most posts that can stay are a longest non-decreasing subsequence of that.
        m = len(pattern)
        level = [height - gap * i for i, height in enumerate(pattern)]
        step = rise - gap * m
        tails = []
        for j in range(repeats):
            lift = j * step
            for value in level:
                value += lift
                at = bisect_right(tails, value)
                if at == len(tails):
                    tails.append(value)
                else:
                    tails[at] = value
        return m * repeats - len(tails)
