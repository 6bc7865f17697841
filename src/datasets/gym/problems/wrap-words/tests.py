"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(11)
    words = "oak elm ash pine cedar birch hazel maple willow larch yew".split()
    out = ["12\noak elm ash pine cedar\n", "5\nlarch oak elm\n"]
    for n in range(3, 21):
        out.append(f"{rng.randint(6, 24)}\n{' '.join(rng.choice(words) for _ in range(2 * n))}\n")
    return out
