"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(23)
    names = "apple bun cake date egg fig grape honey jam kale lemon mint nut".split()
    out = ["2\nbun 120\ncake 300\n", "3\nfig 90\ndate 90\njam 250\n"]
    for n in range(3, 21):
        chosen = rng.sample(names, min(n, len(names)))
        out.append(f"{len(chosen)}\n" + "".join(f"{name} {rng.randint(5, 60) * 10}\n" for name in chosen))
    return out
