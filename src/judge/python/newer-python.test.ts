import { describe, expect, test } from 'vitest';
import { newerPython } from './newer-python.ts';
import { changedThings } from './newer-use.ts';

const syntaxOf = (source: string) => changedThings(newerPython(source).syntax);
const namesOf = (source: string) => newerPython(source).names.map(({ name }) => name);

describe('syntax that came after 3.11', () => {
  test.for([
    ['f"{d["a"]}"', 'an f-string with the quotes of its own in it (Python 3.12)'],
    [`f"{'\\n'.join(a)}"`, 'an f-string with a backslash in it (Python 3.12)'],
    ['f"""{\n1 # one\n}"""', 'an f-string with a comment in it (Python 3.12)'],
    ['f"{\n1}"', 'an f-string with lines in it (Python 3.12)'],
    ['f"{a:{b:{c}}}"', 'an f-string with deeper fields in it (Python 3.12)'],
    [`RF'{f'{1}'}'`, 'an f-string with the quotes of its own in it (Python 3.12)'],
    ['f"\\{"\\n"}"', 'an f-string with the quotes of its own in it (Python 3.12)'],
    ['x = 1; type A = int', 'the type statement (Python 3.12)'],
    ['if x: type A[T] = list[T]', 'the type statement (Python 3.12)'],
    ['def f[T](x: T): pass', 'type parameters in brackets (Python 3.12)'],
    ['async def f [T](x): pass', 'type parameters in brackets (Python 3.12)'],
    ['class A[T: int = str]: pass', 'type parameters in brackets (Python 3.12)'],
    ['try: pass\nexcept A, B: pass', 'except without parentheses (Python 3.14)'],
    ['try: pass\nexcept* A.b, c(1, 2): pass', 'except without parentheses (Python 3.14)'],
    ['x = t"{a}"', 't-strings (Python 3.14)'],
    ["print(rT'a')", 't-strings (Python 3.14)'],
  ] as const)('%s', ([source, words]) => {
    expect(syntaxOf(`y = 0\n${source}\n`)).toBe(words);
  });

  test.for([
    ['other quotes', `f"{d['a']}" f'{", ".join(a)}' f"""{d["a"]}"""`],
    ['a backslash beside the fields', 'f"\\t{a}\\n" rf"\\d{a}" f"\\N{EM DASH}{a}" f"\\\\{a}"'],
    ['doubled braces', 'f"{{{a}}}" f"}}{{" f"{{d[\'a\']}}"'],
    ['formats', `f"{a:#x}{b!r:>{w}}{c:%H:%M}{d=}{e = !s:^9}{g:{'>'}{w}}{h!=i}{j==k}{m<=n}{o:=^8}"`],
    ['brackets', 'f"{a[1:2]}{ {1: 2}[1] }{(lambda x: x)(1)}{[i for i in a if i != 2]}"'],
    ['f-strings in f-strings', `f"{f'{1}' + f'{2:>{3}}'}"`],
    ['lines where there may be', 'f"""{\na\n}\n{b}"""\nx = f"a\\\nb{c}"'],
    ['a comment', '# f"{d["a"]}" type X = int, t"x"'],
    ['text', `'f"{d["a"]}"' "except A, B:" """def f[T](): type X = int""" b"t'x'"`],
    ['type as a name', 'type = 3\ntype(x)\ntype == 4\nf(type=int)\nx = {1: type}'],
    ['subscripts', 'classes[0]\nself.class_[1]\ndefs[i]'],
    ['except as always', 'try: pass\nexcept (A, B) as e: pass\nexcept: pass\nexcept f(a, b): pass\nx = 1, 2'],
    ['an unclosed string, which is none', 'x = "abc\ntype X = int'],
  ] as const)('is not seen in %s', ([, source]) => {
    expect(syntaxOf(source)).toBe('');
  });
});

describe('names of the library', () => {
  test('are found where they are meant', () => {
    expect(namesOf('from itertools import batched')).toEqual(['itertools.batched']);
    expect(namesOf('heapq.heappush_max(h, 1)')).toEqual(['heapq.heappush_max']);
    expect(namesOf('(n).is_integer()')).toEqual(['builtins.int.is_integer']);
    expect(namesOf('Fraction(1, 3).is_integer()')).toEqual([
      'fractions.Fraction.is_integer',
      'fractions.Fraction.__format__',
      'builtins.int.is_integer',
    ]);
    expect(namesOf('a = array("i"); a.clear()')).toEqual(['array.array.clear']);
    expect(namesOf('from string.templatelib import Template')).toEqual(['string.templatelib']);
  });

  test('are found as arguments of functions that are named, too', () => {
    expect(namesOf('functools.reduce(f, xs, initial=3)')).toEqual(['functools.reduce(initial)']);
    expect(namesOf('from functools import reduce as r\nr(f, xs, initial=3)')).toEqual([
      'functools.reduce(initial)',
    ]);
    expect(namesOf('initial = 3\nfunctools.partial(f, initial)')).toEqual([]);
    expect(namesOf('text.replace("a", "b", count=2)')).toEqual(['builtins.str.replace(count)']);
  });

  test('are not found where nothing that has them is', () => {
    expect(namesOf('stack.clear(); x.count(1); words.copy(); files.move(a, b)')).toEqual([]);
  });

  test('are not found in texts, comments and longer names', () => {
    expect(namesOf('"batched" # batched\nmy_batched = unbatched = heapq._heappush_max')).toEqual([]);
  });
});

test('an enormous text ends', () => {
  const source = `x = [${'"a", '.repeat(400_000)}]\n${'# comment "\n'.repeat(200_000)}${'('.repeat(800_000)}`;
  newerPython(source);
  newerPython('except '.repeat(80_000));
  newerPython(`f"${'{a}'.repeat(400_000)}"`);
  newerPython(`f"{${'a'.repeat(800_000)}}"`);
  newerPython(`f"${'{'.repeat(800_000)}"`);
  newerPython(`f"{${"'".repeat(400_001)}}"`);
});
