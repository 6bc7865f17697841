import random


def case(ribbon: str, motif: str) -> str:
    return f"{ribbon}\n{motif}\n"


def row(rng: random.Random, length: int, colours: str) -> str:
    return "".join(rng.choice(colours) for _ in range(length))


def recolour(rng: random.Random, piece: str) -> str:
    letters = list("abcdefghijklmnopqrstuvwxyz")
    rng.shuffle(letters)
    return "".join(letters[ord(c) - 97] for c in piece)


def fibonacci_row(length: int) -> str:
    a, b = "a", "ab"
    while len(b) < length:
        a, b = b, b + a
    return b[:length]


def inputs() -> list:
    rng = random.Random(66021)
    tests = [
        # Public.
        case("redlevelnoonpop", "aba"),
        case("deedpeepnoon", "xyyx"),
        case("ribbons", "pqp"),
        # Hidden: smallest sizes and hand-made edges.
        case("a", "z"),
        case("a", "ab"),
        case("ab", "cc"),
        case("aa", "cd"),
        case("abcabc", "xyz"),
        case("xxxx", "ab"),
        case("gggghh", "aa"),
        case("mississippi", "xyyx"),
        case("abababab", "cdc"),
        case("aabbaabb", "xxyy"),
        case("abcde", "vwxyz"),
        case("abacabadabacaba", "aba"),
        case("aabcaabdaab", "xxyzxx"),
        case("abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba"),
        case("a" * 30, "b" * 30),
        case("a" * 30, "b" * 31),
        # A shorter part of the motif has to be tried more than once.
        case("aaaaabbbbbfffcccccabbbbbccc", "bbbbbaaa"),
    ]
    # Hidden: random rows with few colours.
    for length, size, colours in [
        (20, 3, "ab"),
        (40, 4, "abc"),
        (80, 5, "ab"),
        (200, 6, "abc"),
        (500, 4, "abcdefghijklmnopqrstuvwxyz"),
        (1500, 8, "ab"),
    ]:
        tests.append(case(row(rng, length, colours), row(rng, size, colours)))
    # Hidden: recoloured copies of one motif, one after the other.
    motif = row(rng, 40, "abcd")
    tests.append(case("".join(recolour(rng, motif) for _ in range(60)), motif))
    motif = fibonacci_row(55)
    tests.append(case(fibonacci_row(3000), motif))
    tests.append(case(recolour(rng, fibonacci_row(4000)), fibonacci_row(1597)))
    # Hidden: large.
    motif = row(rng, 20000, "abc")
    tests.append(case(recolour(rng, motif)[7:] + recolour(rng, motif) + recolour(rng, motif), motif))
    tests.append(case("a" * 90000, "q" * 40000))
    tests.append(case("ab" * 45000, "xy" * 24000 + "z"))
    return tests
