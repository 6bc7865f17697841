# Runs ALLPASS_SOURCE with sets that iterate in another order, as another seed of hashes may make them, and with
# other random numbers and another clock. ALLPASS_ORDER 0 changes nothing of that. Sets of numbers keep their order:
# the hash of a number has no seed.


def _allpass_run():
    import ast
    import random
    import time

    order = ALLPASS_ORDER
    # The names of the program's own space change below.
    plain_set, plain_frozenset = set, frozenset

    def is_seedless(item):
        if isinstance(item, (tuple, plain_frozenset)):
            return all(map(is_seedless, item))
        return item is None or isinstance(item, (int, float, complex))

    def shuffled(items):
        if order == 0 or all(map(is_seedless, items)):
            return items
        return items[::-1] if order == 1 else items[1::2] + items[::2]

    def reordered(kind):
        class Reordered(kind):
            def __iter__(self):
                return iter(shuffled(list(kind.__iter__(self))))

            def __repr__(self):
                if not self:
                    return kind.__name__ + "()"
                text = "{" + ", ".join(map(repr, self)) + "}"
                return text if kind is plain_set else "frozenset(" + text + ")"

            def __reduce__(self):
                return kind, (list(self),)

        def wrapped(name):
            plain = getattr(kind, name)

            def method(self, *arguments):
                result = plain(self, *arguments)
                return Reordered(result) if type(result) in (plain_set, plain_frozenset) else result

            return method

        for name in "and or xor sub rand ror rxor rsub".split():
            setattr(Reordered, "__" + name + "__", wrapped("__" + name + "__"))
        for name in "copy union intersection difference symmetric_difference".split():
            setattr(Reordered, name, wrapped(name))

        def pop(self):
            # A set pops in another order than it iterates, and without seeds that order is the only one.
            if all(map(is_seedless, kind.__iter__(self))):
                return kind.pop(self)
            item = next(iter(self))
            self.discard(item)
            return item

        if kind is plain_set and order > 0:
            Reordered.pop = pop
        Reordered.__name__ = Reordered.__qualname__ = kind.__name__
        return Reordered

    kinds = {kind: reordered(kind) for kind in (plain_set, plain_frozenset)}

    class Sets(ast.NodeTransformer):
        def visit_Set(self, node):
            self.generic_visit(node)
            return made(node)

        def visit_SetComp(self, node):
            self.generic_visit(node)
            return made(node)

    def made(node):
        name = ast.Name("_allpass_set", ast.Load())
        return ast.copy_location(ast.Call(name, [node], []), node)

    tree = ast.fix_missing_locations(Sets().visit(ast.parse(ALLPASS_SOURCE)))
    names = globals()
    names["_allpass_set"] = kinds[plain_set]
    names["set"] = kinds[plain_set]
    names["frozenset"] = kinds[plain_frozenset]
    if order > 0:
        random.seed(20261128 + order)
        plain_time = time.time
        time.time = lambda: plain_time() + 86_461.5 * order
        plain_hash = hash
        names["hash"] = lambda value: plain_hash(value) ^ (0 if is_seedless(value) else order * 0x5DEECE66D)
    del names["_allpass_run"], names["ALLPASS_SOURCE"], names["ALLPASS_ORDER"]
    exec(compile(tree, "<program>", "exec"), names)


_allpass_run()
