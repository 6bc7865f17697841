class Solution:
    def countTidy(self, belt: str) -> int:
        total = 0
        n = len(belt)
        # Reads on from every start until the work goes wrong: quadratic.
        for start in range(n):
            open_crates = []
            for i in range(start, n):
                letter = belt[i]
                if letter.islower():
                    open_crates.append(letter)
                elif open_crates and open_crates[-1] == letter.lower():
                    open_crates.pop()
                    if not open_crates:
                        total += 1
                else:
                    break
        return total
