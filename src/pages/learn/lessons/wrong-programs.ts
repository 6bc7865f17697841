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
    name: 'first sample',
    says: 'Prints the first sample’s output, whatever is asked.',
    code: `print('6 5 9')\n`,
  },
  {
    name: 'nothing poured',
    says: 'Prints the levels as they were.',
    code: `${READ}print(*a)\n`,
  },
  {
    name: 'ties from the right',
    says: 'Gives the buckets that are left over to the rightmost barrels.',
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
    says: 'Levels the barrels, and forgets the buckets that are left over.',
    code: `${READ}${LEVEL}print(*[max(x, lo) for x in a])\n`,
  },
  {
    name: 'ties by old level',
    says: 'Gives the rest to the barrels that were lowest before.',
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
    says: 'Pours one bucket after the other, and stops after a hundred.',
    code: `${READ}for _ in range(min(m, 100)):
    a[a.index(min(a))] += 1
print(*a)
`,
  },
  {
    name: 'single precision',
    says: 'Computes with whole numbers of 32 bits.',
    code: `${READ}${LEVEL}${POUR}print(*[x & 0xffffffff for x in out])
`,
  },
  {
    name: 'levels below a thousand',
    says: 'Takes the level for at most a thousand.',
    code: `${READ}${LEVEL}lo = min(lo, max(1000, min(a)))
rest = min(m - cost(lo), n)
${POUR}print(*out)
`,
  },
];
