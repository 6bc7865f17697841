class Solution:
    def finish_time(self, presses: list[list[int]], sheets: int) -> int:
        def enough(minute: int) -> bool:
            done = 0
            for w, t, b, r in presses:
                if minute <= w:
                    continue
                rounds, rest = divmod(minute - w, b * t + r)
                # In an unfinished round the press may already be cooling.
                done += rounds * b + min(b, rest // t)
                if done >= sheets:
                    return True
            return False

        # The quickest press alone gives an upper bound.
        low = 0
        high = min(w + sheets * t + (sheets - 1) // b * r for w, t, b, r in presses)
        while low < high:
            middle = (low + high) // 2
            if enough(middle):
                high = middle
            else:
                low = middle + 1
        return low
