"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(47)
    out = ["if x {\ny();\n}\n", "while a {\nif b {\nc();\n}\n}\n"]
    for size in range(3, 21):
        lines, depth = ["main {"], 1
        for _ in range(size):
            kind = rng.choice("osc")
            if kind == "o":
                lines.append(rng.choice(["if x {", "while y {", "for z {"]))
                depth += 1
            elif kind == "c" and depth > 1:
                lines.append("}")
                depth -= 1
            else:
                lines.append(rng.choice(["run();", "stop();", "x = 1;"]))
        out.append("\n".join(lines + ["}"] * depth) + "\n")
    return out
