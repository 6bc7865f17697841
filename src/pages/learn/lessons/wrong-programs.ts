/** Programs for `allpass/lowest-barrel` that are wrong, each in its own way: the lesson has the judge say so. */
import { program } from '../words/lessons/how-many-tests.ts';
import { LEVEL, POUR, READ } from './lowest-barrel.ts';

type ProgramName = keyof typeof program;

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
  ...program[name as ProgramName],
  code,
}));
