class Solution:
    def calmStrands(self, beads: str, limit: int) -> list[int]:
        count = dict.fromkeys(beads, 0)
        start = 0
        longest = 0
        places = 0
        for end, colour in enumerate(beads):
            count[colour] += 1
            while count[colour] > limit:
                count[beads[start]] -= 1
                start += 1
            length = end - start + 1
            if length > longest:
                longest = length
                places = 1
            elif length == longest:
                places += 1
        return [longest, places]
