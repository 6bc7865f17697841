import { program } from '../words/lessons/how-many-tests.ts';
import { LEVEL, POUR, READ } from './lowest-barrel.ts';

/** Programs for `allpass/lowest-barrel` that are wrong, each in its own way: the lesson has the judge say so. */
export interface WrongProgram {
  readonly name: string;
  /** Description of the error, in one sentence. */
  readonly says: string;
  readonly code: string;
}

export const WRONG_PROGRAMS_FOR = 'allpass/lowest-barrel';

export const WRONG_PROGRAMS: readonly WrongProgram[] = [
  {
    ...program.sample,
    code: `print('6 5 9')\n`,
  },
  {
    ...program.nothing,
    code: `${READ}print(*a)\n`,
  },
  {
    ...program.right,
    code: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in range(n - 1, -1, -1):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  },
  {
    ...program.rest,
    code: `${READ}${LEVEL}print(*[max(x, lo) for x in a])\n`,
  },
  {
    ...program.old,
    code: `${READ}${LEVEL}out = [max(x, lo) for x in a]
for i in sorted(range(n), key=lambda i: (a[i], i)):
    if a[i] <= lo and rest > 0:
        out[i] += 1
        rest -= 1
print(*out)
`,
  },
  {
    ...program.hundred,
    code: `${READ}for _ in range(min(m, 100)):
    a[a.index(min(a))] += 1
print(*a)
`,
  },
  {
    ...program.single,
    code: `${READ}${LEVEL}${POUR}print(*[x & 0xffffffff for x in out])
`,
  },
  {
    ...program.thousand,
    code: `${READ}${LEVEL}lo = min(lo, max(1000, min(a)))
rest = min(m - cost(lo), n)
${POUR}print(*out)
`,
  },
];
