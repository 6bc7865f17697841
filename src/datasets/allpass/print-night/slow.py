class Solution:
    def finish_time(self, presses: list[list[int]], sheets: int) -> int:
        # Look at the clock every minute.
        minute = 0
        while True:
            minute += 1
            done = 0
            for w, t, b, r in presses:
                if minute > w:
                    rounds, rest = divmod(minute - w, b * t + r)
                    done += rounds * b + min(b, rest // t)
            if done >= sheets:
                return minute
