class Solution:
    def repair_cost(self, typed: str, wanted: str, swap: int, erase: int, press: int) -> int:
        far = 10**12
        width = len(wanted) + 1

        # best[j]:  cost for the read part of typed and wanted[:j]
        # blank[j]: the same, and the last letter read was erased
        # held:     the same, and the last letter of wanted[:j] was written
        best = [0] * width
        held = far
        for j in range(1, width):
            same = j > 1 and wanted[j - 1] == wanted[j - 2]
            held = min(best[j - 1] + press, held if same else far)
            best[j] = held
        blank = [far] * width

        previous = ""
        for letter in typed:
            same_read = letter == previous
            row = [0] * width
            erased = [0] * width
            held = far
            before = ""
            for j in range(width):
                cost = best[j] + erase
                if same_read and blank[j] < cost:
                    cost = blank[j]
                erased[j] = cost
                if j:
                    target = wanted[j - 1]
                    if target != before or held > row[j - 1] + press:
                        held = row[j - 1] + press
                    if held < cost:
                        cost = held
                    kept = best[j - 1] + (0 if letter == target else swap)
                    if kept < cost:
                        cost = kept
                    before = target
                row[j] = cost
            best = row
            blank = erased
            previous = letter

        return best[-1]
