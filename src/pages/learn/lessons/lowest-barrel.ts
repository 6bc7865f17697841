/**
 * The problem of several lessons, with its right program, wrong programs, and answers that graders read differently.
 */
export const LOWEST_BARREL = 'allpass/lowest-barrel';

export const READ = `import sys
data = list(map(int, sys.stdin.read().split()))
n, m = data[0], data[1]
a = data[2:2 + n]
`;
export const LEVEL = `
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
export const POUR = `out = []
for x in a:
    if x <= lo and rest > 0:
        out.append(lo + 1)
        rest -= 1
    else:
        out.append(max(x, lo))
`;

export const RIGHT_PROGRAM = `${READ}${LEVEL}${POUR}print(*out)
`;

/** Titles of the example answers that graders read differently, by their names in addresses. */
const EXAMPLE_ANSWER = {
  plain: 'One Python block',
  'then-a-call': 'The program, then a test call',
  untagged: 'A block without a tag',
  py: 'A block marked py',
  'output-shown': 'The program, then its output in a block',
  'in-reasoning': 'A wrong draft in the reasoning',
  'not-closed': 'A block that is never closed',
  'a-line-each': 'A right program that prints each number on a line of its own',
} as const;

const fence = (tag: string, code: string): string => `\`\`\`${tag}\n${code}\`\`\`\n`;

export interface ExampleAnswer {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly raw: string;
}

type ExampleName = keyof typeof EXAMPLE_ANSWER;

const RAW: Readonly<Record<ExampleName, string>> = {
  plain: `Binary search on the level.\n\n${fence('python', RIGHT_PROGRAM)}`,
  'then-a-call': `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nTry it like this:\n\n${fence('python', "print('6 5 9')\n")}`,
  untagged: `The program:\n\n${fence('', RIGHT_PROGRAM)}`,
  py: `The program:\n\n${fence('py', RIGHT_PROGRAM)}`,
  'output-shown': `The program:\n\n${fence('python', RIGHT_PROGRAM)}\nFor the first sample it prints:\n\n${fence('text', '6 5 9\n')}`,
  'in-reasoning': `<think>\nA first try:\n\n${fence('python', "print('6 5 9')\n")}\nThat is not general.\n</think>\n\n${fence('python', RIGHT_PROGRAM)}`,
  'not-closed': `The program:\n\n\`\`\`python\n${RIGHT_PROGRAM}`,
  'a-line-each': `The program:\n\n${fence('python', RIGHT_PROGRAM.replace('print(*out)', "print(*out, sep='\\n')"))}`,
};

export const EXAMPLE_ANSWERS: readonly ExampleAnswer[] = Object.entries(RAW).map(([name, raw]) => ({
  name,
  title: EXAMPLE_ANSWER[name as ExampleName],
  raw,
}));

/** The wrong programs: a name, and a description of the error in one sentence. */
const PROGRAM = {
  sample: { name: 'first sample', says: 'Prints the first sample’s output, whatever is asked.' },
  nothing: { name: 'nothing poured', says: 'Prints the levels as they were.' },
  right: {
    name: 'ties from the right',
    says: 'Gives the buckets that are left over to the rightmost barrels.',
  },
  rest: {
    name: 'rest forgotten',
    says: 'Levels the barrels, and forgets the buckets that are left over.',
  },
  old: { name: 'ties by old level', says: 'Gives the rest to the barrels that were lowest before.' },
  hundred: {
    name: 'a hundred buckets',
    says: 'Pours one bucket after the other, and stops after a hundred.',
  },
  single: { name: 'single precision', says: 'Computes with whole numbers of 32 bits.' },
  thousand: { name: 'levels below a thousand', says: 'Takes the level for at most a thousand.' },
} as const;

type ProgramName = keyof typeof PROGRAM;

const CODES: Readonly<Record<ProgramName, string>> = {
  sample: `print('6 5 9')\n`,
  nothing: `${READ}print(*a)\n`,
  right: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in range(n - 1, -1, -1):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  rest: `${READ}${LEVEL}print(*[max(x, lo) for x in a])\n`,
  old: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in sorted(range(n), key=lambda i: (a[i], i)):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  hundred: `${READ}for _ in range(min(m, 100)):
    a[a.index(min(a))] += 1
print(*a)
`,
  single: `${READ}${LEVEL}${POUR}print(*[x & 0xffffffff for x in out])
`,
  thousand: `${READ}${LEVEL}lo = min(lo, max(1000, min(a)))
rest = min(m - cost(lo), n)
${POUR}print(*out)
`,
};

export const WRONG_PROGRAMS = Object.entries(CODES).map(([name, code]) => ({
  ...PROGRAM[name as ProgramName],
  code,
}));
