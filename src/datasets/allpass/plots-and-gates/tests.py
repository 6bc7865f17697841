"""Test inputs, public ones first."""
import random


def text(n, events):
    return "\n".join([f"{n} {len(events)}"] + events) + "\n"


def inputs():
    rng = random.Random(72093)
    out = [
        text(8, ["M 2 4", "S 3", "T 1 7", "S 7", "M 4 5", "S 2", "T 5 6", "S 1", "S 8"]),
        text(6, ["S 6", "M 1 3", "M 2 5", "S 4", "T 6 1", "S 6"]),
    ]

    def made(n, count, weights, longest):
        events = []
        for _ in range(count):
            kind = rng.choices("MTS", weights)[0]
            if kind == "M":
                left = rng.randint(1, n)
                events.append(f"M {left} {min(n, left + rng.randint(0, longest))}")
            elif kind == "T":
                events.append(f"T {rng.randint(1, n)} {rng.randint(1, n)}")
            else:
                events.append(f"S {rng.randint(1, n)}")
        events[-1] = f"S {rng.randint(1, n)}"
        return text(n, events)

    # The smallest ones.
    out.append(text(1, ["S 1"]))
    out.append(text(1, ["M 1 1", "T 1 1", "S 1"]))
    out.append(text(2, ["M 1 1", "S 1", "T 2 2", "S 2"]))
    # A merge that ends at the last plot.
    out.append(text(2, ["M 1 2", "S 2"]))
    out.append(text(5, ["M 3 5", "S 5", "M 1 4", "S 1"]))
    # Tunnels between plots that are connected already.
    out.append(text(4, ["T 1 3", "T 3 1", "S 1", "M 1 3", "T 2 3", "S 2"]))
    # A tunnel over the range that is opened later.
    out.append(text(7, ["T 2 6", "M 2 6", "S 2", "S 4"]))
    out.append(text(9, ["T 1 8", "T 3 5", "M 1 4", "S 1", "S 6", "M 4 7", "S 2"]))
    # The same range again and again.
    out.append(text(6, ["M 2 5"] * 4 + ["S 2", "S 5", "S 6"]))
    for n, count, weights, longest in (
        (6, 12, (3, 3, 4), 2),
        (10, 20, (3, 3, 4), 4),
        (20, 40, (3, 3, 4), 4),
        (50, 60, (2, 3, 4), 6),
        (200, 150, (2, 3, 4), 9),
        (1000, 400, (1, 2, 2), 20),
    ):
        out.append(made(n, count, weights, longest))
    # Tunnels only.
    out.append(made(3000, 2000, (0, 2, 1), 0))
    # Short merges, then wide ones.
    out.append(made(100000, 3000, (4, 2, 3), 60))
    # Most of the colony, over and over.
    wide = []
    for i in range(3000):
        if i % 6 == 5:
            wide.append(f"S {rng.randint(1, 100000)}")
        else:
            wide.append(f"M {rng.randint(1, 900)} {rng.randint(99000, 100000)}")
    wide.append("S 100000")
    out.append(text(100000, wide))
    # As many events as allowed: the open part grows from the middle.
    grow = []
    for i in range(7999):
        reach = 6 * i + 1
        if i % 5 == 4:
            grow.append(f"S {rng.randint(1, 100000)}")
        elif i % 5 == 3:
            grow.append(f"T {rng.randint(1, 100000)} {rng.randint(1, 100000)}")
        else:
            grow.append(f"M {50000 - reach} {50000 + reach}")
    grow.append("S 50000")
    out.append(text(100000, grow))
    return out
