def most_requests(requests: list[list[int]], telescopes: int) -> int:
    # Goes through all slots one by one, up to 10^9 of them, and looks at every open request in each.
    pending = [tuple(request) for request in requests]
    served = 0
    for slot in range(min(first for first, _ in pending), max(last for _, last in pending) + 1):
        for _ in range(telescopes):
            choice = None
            for request in pending:
                if request[0] <= slot <= request[1] and (choice is None or request[1] < choice[1]):
                    choice = request
            if choice is None:
                break
            pending.remove(choice)
            served += 1
    return served
