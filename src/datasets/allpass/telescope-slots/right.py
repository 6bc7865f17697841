from heapq import heappop, heappush


def most_requests(requests: list[list[int]], telescopes: int) -> int:
    waiting = sorted(requests)
    lasts = []  # last slots of the requests that have begun and are not served
    i = 0
    slot = 0
    served = 0
    while i < len(waiting) or lasts:
        if not lasts:
            slot = max(slot, waiting[i][0])
        while i < len(waiting) and waiting[i][0] <= slot:
            heappush(lasts, waiting[i][1])
            i += 1
        free = telescopes
        while lasts and free:
            if heappop(lasts) >= slot:
                served += 1
                free -= 1
        slot += 1
    return served
