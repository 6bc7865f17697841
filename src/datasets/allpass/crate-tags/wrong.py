class Solution:
    def countTidy(self, belt: str) -> int:
        total = 0
        ending = [0] * (len(belt) + 1)
        open_crates = []
        for i, letter in enumerate(belt):
            if letter.islower():
                open_crates.append(i)
            elif open_crates and belt[open_crates[-1]] == letter.lower():
                start = open_crates.pop()
                ending[i + 1] = ending[start] + 1
                total += ending[i + 1]
            # A closing letter that does not match is skipped, and the crates stay open:
            # later letters can then close them over the bad one.
        return total
