def justify(words, width):
    spaces = width - sum(map(len, words))
    gaps = len(words) - 1
    line = ''
    for at, word in enumerate(words[:-1]):
        line += word + ' ' * (spaces // gaps + (at < spaces % gaps))
    return line + words[-1]
