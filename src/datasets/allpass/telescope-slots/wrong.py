def most_requests(requests: list[list[int]], telescopes: int) -> int:
    # First come, first served: a patient request can take the slot of an urgent one.
    slot = 0
    used = 0
    served = 0
    for first, last in sorted(requests):
        if first > slot:
            slot = first
            used = 0
        if last < slot:
            continue
        served += 1
        used += 1
        if used == telescopes:
            slot += 1
            used = 0
    return served
