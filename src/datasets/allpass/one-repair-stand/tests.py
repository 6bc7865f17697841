"""Test inputs, public ones first."""
import random


def text(q, members):
    lines = [f"{len(members)} {q}"]
    lines += [f"{a} {w}" for a, w in members]
    return "\n".join(lines) + "\n"


def inputs():
    rng = random.Random(41017)
    out = [
        text(4, [(0, 10), (1, 3), (6, 5)]),
        text(5, [(2, 3), (20, 12), (20, 5), (21, 1)]),
    ]

    def made(n, q, last, work):
        arrivals = sorted(rng.randint(0, last) for _ in range(n))
        return text(q, [(a, rng.randint(1, work)) for a in arrivals])

    # The smallest ones.
    out.append(text(1, [(0, 1)]))
    out.append(text(3, [(7, 9)]))
    # Arrivals at the very minute a turn ends.
    out.append(text(2, [(0, 4), (2, 1)]))
    out.append(text(2, [(0, 2), (2, 2), (4, 2)]))
    out.append(text(1, [(0, 3), (1, 3), (2, 3), (3, 1)]))
    # All at once.
    out.append(text(3, [(5, w) for w in (7, 3, 6, 1, 9, 3)]))
    # Work that fills its turns exactly.
    out.append(text(4, [(0, 8), (3, 4), (9, 12), (40, 4)]))
    # Long idle gaps.
    out.append(text(6, [(0, 7), (1000, 13), (1003, 2), (10**6, 6)]))
    for n, q, last, work in ((6, 1, 8, 5), (8, 2, 12, 6), (10, 3, 40, 9), (12, 5, 20, 20), (30, 4, 120, 12), (60, 7, 900, 30)):
        out.append(made(n, q, last, work))
    out.append(made(200, 10, 3000, 50))
    # Everyone needs the same and comes in step with the turns.
    out.append(text(10, [(10 * i, 30) for i in range(300)]))
    # A large clock.
    out.append(text(10**9, [(10**9, 10**9)]))
    out.append(made(900, 10**7, 10**9, 10**9))
    out.append(made(2500, 25 * 10**6, 10**9, 10**9))
    # Many short turns.
    out.append(made(1900, 1, 60000, 100))
    # As many members as allowed.
    out.append(made(5000, 10**9, 10**9, 10**9))
    return out
