"""A second form of a program that overflowed the browser's stack, with fewer C frames in its recursion.

`max(f(k) for k in row)` runs the generator inside a C function: about 500 levels fill a worker's stack, where
native Python takes far more. With a list comprehension, which takes none of that stack, the same recursion is
1,000 times deeper. The rewritten form is used only for tests that overflowed as written, so it
changes nothing for a program that runs.
"""

import ast

# All of these take every element before they return, so a list serves them as well as a generator.
_CONSUMERS = {"max", "min", "sum", "sorted", "list", "tuple", "set", "frozenset", "dict"}
_METHODS = {"join", "extend", "update"}


class _Shallow(ast.NodeTransformer):
    changed = False

    def visit_Call(self, node):
        self.generic_visit(node)
        called = node.func
        consumes = (isinstance(called, ast.Name) and called.id in _CONSUMERS) or (
            isinstance(called, ast.Attribute) and called.attr in _METHODS
        )
        if consumes and node.args and isinstance(node.args[0], ast.GeneratorExp):
            generator = node.args[0]
            if not any(part.is_async for part in generator.generators):
                node.args[0] = ast.copy_location(ast.ListComp(generator.elt, generator.generators), generator)
                self.changed = True
        return node


def shallow(source, file_name):
    """The tree of the rewritten program, or None when there is nothing to rewrite."""
    transformer = _Shallow()
    tree = transformer.visit(ast.parse(source, file_name))
    return tree if transformer.changed else None
