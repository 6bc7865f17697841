from bisect import bisect_right


class Solution:
    def fewestReplacements(self, pattern: list[int], repeats: int, rise: int, gap: int) -> int:
        # Asks for one gap only between neighbouring posts that stay, and forgets that the replaced posts
        # between them need room as well.
        heights = [height + j * rise for j in range(repeats) for height in pattern]
        tails = []
        for height in heights:
            at = bisect_right(tails, height - gap)
            if at == len(tails):
                tails.append(height)
            elif height < tails[at]:
                tails[at] = height
        return len(heights) - len(tails)
