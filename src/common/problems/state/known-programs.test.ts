import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import { judgedTexts } from '../../../domain/judgement.ts';
import { historyEntry, historyKey } from '../../../domain/stored-work.ts';
import type { JudgePort } from '../../../judge/judge.ts';
import { EXTRACTORS } from '../../../judge/profiles/extractors.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { knownPrograms } from './known-programs.ts';

const REF = { set: 'own', id: 'a' };
const judge: Pick<JudgePort, 'extract'> = { extract: ({ text }) => EXTRACTORS.standard(text, null) };
const answer = (kind: 'right' | 'wrong' | 'slow' | 'two-blocks', code: string) => ({
  ...{ kind, model: 'm', finishReason: 'stop' as const },
  raw: `Here:\n\n\`\`\`python\n${code}\n\`\`\`\n`,
});

it('programs come from answers, from the row, and from what was judged', async () => {
  const tables = memoryTables();
  const row = JSON.stringify({
    solutions: '["print(3)", "```python\\nprint(4)\\n```"]',
    meta: { solution: 'print(5)' },
  });
  const problem = problemOf({ id: 'a', row });
  const judgement = (code: string, verdict: 'accepted' | 'wrong-answer') => {
    const submission = { kind: 'program', code } as const;
    return {
      ...({ kind: 'program', scope: 'all', program: code, milliseconds: 1 } as const),
      texts: judgedTexts(problem, submission),
      report: reportOf(problem.tests.map(() => verdict)),
    };
  };
  await tables.judgements.write(REF, {
    program: judgement('print(6)', 'accepted'),
    completion: { ...judgement('print(7)', 'accepted'), texts: { problem: 0, submission: 0 } },
  });
  const history = await tables.history();
  for (const [when, code, verdict] of [
    [1, 'print(8)', 'accepted'],
    [2, 'print(9)', 'wrong-answer'],
    [3, 'print(6)', 'wrong-answer'],
  ] as const) {
    const submission = { kind: 'program', code } as const;
    await history.add(
      historyKey(REF, when, submission),
      historyEntry({ type: 'own' }, submission, judgement(code, verdict)),
    );
  }
  const answers = [
    ...[answer('right', 'print(1)'), answer('wrong', 'print(2)')],
    ...[answer('slow', 'print(0)'), answer('two-blocks', 'print(0)')],
  ];
  const known = await knownPrograms({ ref: REF, problem, answers }, judge, tables);
  const codes = (programs: readonly string[]) => programs.map((code) => code.trim());
  expect(codes(known.accepted)).toEqual([1, 3, 4, 5, 6, 8].map((n) => `print(${n})`));
  expect(codes(known.wrong)).toEqual(['print(2)', 'print(9)']);
});
