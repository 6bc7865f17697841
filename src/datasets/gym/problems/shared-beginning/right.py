def commonprefix(words):
    first, last = min(words), max(words)
    for at, letter in enumerate(first):
        if letter != last[at]:
            return first[:at]
    return first
