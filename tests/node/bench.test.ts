/** The benchmark's view of the command line that it times. */
import { expect, it } from 'vitest';
import { auditFigures, auditMemoryFigures } from '../bench/audit.ts';
import { gradePrograms } from '../bench/programs.ts';

it('the benchmark hears when the page takes its first job', async () => {
  const problem = { id: 'p', mode: 'stdin', prompt: '', tests: [{ input: '2', output: '4' }] };
  const codes = ['print(int(input()) * 2)', 'print(1)'];
  const { rows, seconds, startSeconds } = await gradePrograms(problem, codes);
  expect(rows.map(({ verdict }) => verdict)).toEqual(['accepted', 'wrong-answer']);
  expect(startSeconds).toBeGreaterThan(0);
  expect(seconds).toBeGreaterThan(startSeconds!);
});

it('the benchmark of the audit plants exploits, and counts those that are named', async () => {
  expect(await auditFigures(3)).toMatchObject({
    audit_exploits_named: '3 of 3',
    audit_honest_accused: expect.stringMatching(/^0 of [1-9]$/),
  });
  expect(auditMemoryFigures(1)['audit_read_memory_mb']).toBeGreaterThan(0);
});
