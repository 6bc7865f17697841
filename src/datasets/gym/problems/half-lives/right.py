def left(grams, halvings):
    return grams / 2**halvings
