"""Copies and pickles the iterators of `itertools`, which Python 3.14 refuses.

An iterator stores its position in a structure of C (Modules/itertoolsmodule.c), in words of 32 bits. The garbage collector
finds the objects that it refers to. A copy is a new iterator that is made from both.
"""

import copyreg
import gc
import math
from itertools import (
    accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, filterfalse, islice,
    permutations, product, repeat, starmap, takewhile, zip_longest,
)

_HEAD = object.__basicsize__ // 4


def _words(one, start, length):
    # Only copies need this import.
    from ctypes import c_int32

    return (c_int32 * length).from_address(id(one) + 4 * start)


def _fields(one):
    """Returns the fields of a structure: objects, numbers, and 0 for a missing object."""
    owned = {id(each): each for each in gc.get_referents(one)}
    start = tuple.__basicsize__ // 4 if type(one) is tuple else _HEAD
    length = len(one) if type(one) is tuple else type(one).__basicsize__ // 4 - start
    return [owned.get(word, word) for word in _words(one, start, length)]


def _numbers(address, length):
    from ctypes import c_int32

    return (c_int32 * length).from_address(address)


def _or_empty(one):
    return () if type(one) is int else one


def _chained(active, source):
    return chain.from_iterable(chain((active,), source))


def _cycled(rest, saved, steps):
    return _advanced(cycle, (chain(saved, rest),), steps)


def _advanced(kind, args, steps):
    made = kind(*args)
    next(islice(made, steps, steps), None)
    return made


def _summed(rest, function, initial):
    return accumulate(rest, function, initial=initial)


def _summing(total, rest, function):
    return _advanced(accumulate, (chain((total,), rest), function), 1)


def _padded(iterators, fill):
    return zip_longest(*iterators, fillvalue=fill)


def _of_count(one):
    number, large, step = _fields(one)[:3]
    is_small = _words(one, _HEAD + 1, 1)[0] == 0
    return count, (number if is_small else large, step)


def _of_repeat(one):
    element, left = _fields(one)[:2]
    return repeat, (element,) if left < 0 else (element, left)


def _of_chain(one):
    source, active = map(_or_empty, _fields(one)[:2])
    return _chained, (active, source)


def _of_cycle(one):
    rest, saved, index = _fields(one)[:3]
    return _cycled, (_or_empty(rest), saved, index if type(rest) is int else len(saved))


def _of_islice(one):
    rest, following, stop, step, done = _fields(one)[:5]
    if type(rest) is int:
        return islice, ((), 0)
    return islice, (rest, following - done, None if stop < 0 else stop - done, step)


def _of_takewhile(one):
    function, rest, is_over = _fields(one)[:3]
    return takewhile, (function, () if is_over & 0xFF else rest)


def _of_dropwhile(one):
    function, rest, is_begun = _fields(one)[:3]
    return (chain, (rest,)) if is_begun & 0xFF else (dropwhile, (function, rest))


def _of_two(one):
    return type(one), tuple(_fields(one)[:2])


def _of_accumulate(one):
    total, rest, function, initial = _fields(one)[:4]
    function = None if type(function) is int else function
    if _words(one, _HEAD, 1)[0] == 0:
        return _summed, (rest, function, None if _words(one, _HEAD + 3, 1)[0] == 0 else initial)
    return _summing, (total, rest, function)


def _of_zip_longest(one):
    _, active, iterators, _, fill = _fields(one)[:5]
    if active == 0:
        return _padded, ((), None)
    return _padded, (tuple(map(_or_empty, _fields(iterators))), None if _words(one, _HEAD + 4, 1)[0] == 0 else fill)


def _of_product(one):
    pools, indices, result, is_over = _fields(one)[:4]
    if is_over & 0xFF:
        return product, ((),)
    if type(result) is int:
        return product, pools
    place = 0
    for pool, index in zip(pools, _numbers(indices, len(pools))):
        place = place * len(pool) + index
    return _advanced, (product, pools, place + 1)


def _of_permutations(one):
    pool, _, cycles, result, length, is_over = _fields(one)[:6]
    if is_over & 0xFF:
        return type(one), ((), 1)
    place = 0
    for at, left in enumerate(_numbers(cycles, length)):
        place = place * (len(pool) - at) + len(pool) - at - left
    return _advanced, (permutations, (pool, length), 0 if type(result) is int else place + 1)


def _of_combinations(one):
    pool, indices, result, length, is_over = _fields(one)[:5]
    if is_over & 0xFF:
        return type(one), ((), 1)
    repeats = type(one) is combinations_with_replacement
    place = first = 0
    for at, index in enumerate(_numbers(indices, length), 1):
        for skipped in range(first, index):
            left = len(pool) - skipped + (length - at - 1 if repeats else -1)
            place += math.comb(left, length - at)
        first = index if repeats else index + 1
    return _advanced, (type(one), (pool, length), 0 if type(result) is int else place + 1)


def install():
    for kind, reduced in (
        *((kind, _of_two) for kind in (compress, filterfalse, starmap)),
        *((kind, _of_combinations) for kind in (combinations, combinations_with_replacement)),
        *((count, _of_count), (repeat, _of_repeat), (chain, _of_chain), (cycle, _of_cycle), (islice, _of_islice)),
        *((takewhile, _of_takewhile), (dropwhile, _of_dropwhile), (accumulate, _of_accumulate)),
        *((zip_longest, _of_zip_longest), (product, _of_product), (permutations, _of_permutations)),
    ):
        copyreg.pickle(kind, reduced)
