class Solution:
    def countTidy(self, belt: str) -> int:
        total = 0
        # ending[j]: the number of tidy parts that end just before index j.
        ending = [0] * (len(belt) + 1)
        open_crates = []
        for i, letter in enumerate(belt):
            if letter.islower():
                open_crates.append(i)
            elif open_crates and belt[open_crates[-1]] == letter.lower():
                start = open_crates.pop()
                # The part from start to i, alone or with any tidy part that ends where it starts.
                ending[i + 1] = ending[start] + 1
                total += ending[i + 1]
            else:
                # No tidy part can hold this closing letter, so nothing reaches over it.
                open_crates.clear()
        return total
