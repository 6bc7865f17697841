/**
 * The problem of several lessons, with a correct program, wrong programs, and answers that graders read differently.
 */
import type { LineChange } from '../state/mutants.ts';

/** Id of the problem. */
export const LOWEST_BARREL = 'allpass/lowest-barrel';

const READ = `import sys
data = list(map(int, sys.stdin.read().split()))
n, m = data[0], data[1]
a = data[2:2 + n]
`;
const LEVEL = `
def cost(level):
    return sum(level - x for x in a if x < level)

lo, hi = min(a), min(a) + m
while lo < hi:
    mid = (lo + hi + 1) // 2
    if cost(mid) <= m:
        lo = mid
    else:
        hi = mid - 1
rest = m - cost(lo)
`;
const POUR = `out = []
for x in a:
    if x <= lo and rest > 0:
        out.append(lo + 1)
        rest -= 1
    else:
        out.append(max(x, lo))
`;

export const RIGHT_PROGRAM = `${READ}${LEVEL}${POUR}print(*out)
`;

const fence = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\`\`\`\n`;

interface ExampleAnswer {
  /** Name in addresses. */
  readonly name: string;
  readonly title: string;
  readonly raw: string;
}

/** Answers that graders read differently. All are based on the correct program. */
export const EXAMPLE_ANSWERS: readonly ExampleAnswer[] = [
  {
    name: 'plain',
    title: 'One Python block',
    raw: `Binary search on the level.\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'then-a-call',
    title: 'The program, then a test call',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nTry it like this:\n\n${fence('python', "print('6 5 9')\n")}`,
  },
  {
    name: 'untagged',
    title: 'A block without a tag',
    raw: `The program:\n\n${fence('', RIGHT_PROGRAM)}`,
  },
  {
    name: 'py',
    title: 'A block marked py',
    raw: `The program:\n\n${fence('py', RIGHT_PROGRAM)}`,
  },
  {
    name: 'output-shown',
    title: 'The program, then its output in a block',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nFor the first sample it prints:\n\n${fence('text', '6 5 9\n')}`,
  },
  {
    name: 'in-reasoning',
    title: 'A wrong draft in the reasoning',
    raw: `<think>\nA first try:\n\n${fence('python', "print('6 5 9')\n")}\nThat is not general.\n</think>\n\n${fence('python', RIGHT_PROGRAM)}`,
  },
  {
    name: 'not-closed',
    title: 'A block that is never closed',
    raw: `The program:\n\n\`\`\`python\n${RIGHT_PROGRAM}`,
  },
  {
    name: 'a-line-each',
    title: 'A right program that prints each number on a line of its own',
    raw: `The program:\n\n${fence('python', RIGHT_PROGRAM.replace('print(*out)', "print(*out, sep='\\n')"))}`,
  },
];

/** Wrong programs, each with a different error and a description of it. */
export const WRONG_PROGRAMS: readonly {
  readonly name: string;
  readonly description: string;
  readonly code: string;
}[] = [
  {
    name: 'first sample',
    description: 'Prints the first sample’s output, whatever is asked.',
    code: `print('6 5 9')\n`,
  },
  {
    name: 'nothing poured',
    description: 'Prints the levels as they were.',
    code: `${READ}print(*a)\n`,
  },
  {
    name: 'ties from the right',
    description: 'Gives the buckets that are left over to the rightmost barrels.',
    code: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in range(n - 1, -1, -1):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  },
  {
    name: 'rest forgotten',
    description: 'Levels the barrels, and forgets the buckets that are left over.',
    code: `${READ}${LEVEL}print(*[max(x, lo) for x in a])\n`,
  },
  {
    name: 'ties by old level',
    description: 'Gives the rest to the barrels that were lowest before.',
    code: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in sorted(range(n), key=lambda i: (a[i], i)):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  },
  {
    name: 'a hundred buckets',
    description: 'Pours one bucket after the other, and stops after a hundred.',
    code: `${READ}for _ in range(min(m, 100)):
    a[a.index(min(a))] += 1
print(*a)
`,
  },
  {
    name: '32 bits',
    description: 'Cuts each output to 32 bits.',
    code: `${READ}${LEVEL}${POUR}print(*[x & 0xffffffff for x in out])
`,
  },
  {
    name: 'levels below a thousand',
    description: 'Takes the level for at most a thousand.',
    code: `${READ}${LEVEL}lo = min(lo, max(1000, min(a)))
rest = min(m - cost(lo), n)
${POUR}print(*out)
`,
  },
];

/**
 * Mutants of the correct program, as the engine makes them, with the tests that rejected them in the engine, by index.
 * No test tells the last ones apart from it.
 */
export const MUTANTS: readonly (LineChange & { readonly rejectedBy: readonly number[] })[] = [
  {
    line: 7,
    oldText: 'level - x for x in a if x < level',
    newText: 'level - x for x in a',
    rejectedBy: [0, 5, 8, 12, 15, 16, 17, 18, 20, 21, 22, 23, 28],
  },
  {
    line: 23,
    oldText: 'max(x, lo)',
    newText: 'x',
    rejectedBy: [1, 2, 4, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28],
  },
  {
    line: 21,
    oldText: 'rest -= 1',
    newText: 'rest -= 2',
    rejectedBy: [1, 11, 15, 16, 17, 18, 19, 20, 21, 23, 25, 26, 27, 28],
  },
  { line: 3, oldText: 'data[0]', newText: 'data[1]', rejectedBy: [3, 5, 6, 10, 11, 13] },
  { line: 19, oldText: 'x <= lo', newText: 'x < lo', rejectedBy: [7, 9, 10, 11, 13, 15, 17, 23] },
  {
    line: 19,
    oldText: 'x <= lo and rest > 0',
    newText: 'rest > 0',
    rejectedBy: [8, 12, 15, 17, 18, 20, 21, 23, 28],
  },
  {
    line: 20,
    oldText: 'out.append(lo + 1)',
    newText: 'out.insert(0, lo + 1)',
    rejectedBy: [8, 12, 15, 18, 20, 21, 23, 28],
  },
  { line: 15, oldText: 'mid - 1', newText: 'mid - 2', rejectedBy: [9, 10, 11, 15, 21, 25] },
  {
    line: 7,
    oldText: 'sum(level - x for x in a if x < level)',
    newText: 'sum((level - x for x in a if x < level)) & 2147483647',
    rejectedBy: [24, 25, 26, 27, 28],
  },
  { line: 4, oldText: '2 + n', newText: '2 + n + 1', rejectedBy: [] },
  { line: 7, oldText: 'x < level', newText: 'x <= level', rejectedBy: [] },
  { line: 9, oldText: 'min(a) + m', newText: 'max(a) + m', rejectedBy: [] },
  { line: 11, oldText: '(lo + hi + 1) // 2', newText: 'int((lo + hi + 1) / 2)', rejectedBy: [] },
  { line: 12, oldText: '<= m', newText: '< m', rejectedBy: [] },
];
