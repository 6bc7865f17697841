class Solution:
    def fewestReplacements(self, pattern: list[int], repeats: int, rise: int, gap: int) -> int:
        # Compares each post with all posts before it: quadratic in the number of posts.
        heights = [height + j * rise for j in range(repeats) for height in pattern]
        keep = []
        for q in range(len(heights)):
            most = 0
            for p in range(q):
                if keep[p] > most and heights[q] - heights[p] >= gap * (q - p):
                    most = keep[p]
            keep.append(most + 1)
        return len(heights) - max(keep)
