class Solution:
    def calmStrands(self, beads: str, limit: int) -> list[int]:
        seen = {colour: [] for colour in beads}
        start = 0
        longest = 0
        places = 0
        for end, colour in enumerate(beads):
            at = seen[colour]
            at.append(end)
            if len(at) > limit:
                # Jump behind the bead that is too many, even if the start was further already.
                start = at[len(at) - limit - 1] + 1
            length = end - start + 1
            if length > longest:
                longest = length
                places = 1
            elif length == longest:
                places += 1
        return [longest, places]
