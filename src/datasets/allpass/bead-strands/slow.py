class Solution:
    def calmStrands(self, beads: str, limit: int) -> list[int]:
        longest = 0
        places = 0
        # From every bead as far as the strand stays calm.
        for start in range(len(beads)):
            count = {}
            end = start
            while end < len(beads):
                colour = beads[end]
                now = count.get(colour, 0) + 1
                if now > limit:
                    break
                count[colour] = now
                end += 1
            length = end - start
            if length > longest:
                longest = length
                places = 1
            elif length == longest:
                places += 1
        return [longest, places]
