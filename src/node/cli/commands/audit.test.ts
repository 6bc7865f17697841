/** Tests `allpass audit` in this process, with a page that accepts each program. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withFiles } from '../../../../tests/builders/files.ts';
import type { AuditedGroup, AuditGroup } from '../../../domain/audit.ts';
import { GrowingFiles } from '../input/growing-files.ts';
import { AUDIT } from './audit.ts';

vi.mock('../page/built-page.ts', () => ({
  openPage: async () => ({
    judge: async ({ rollouts }: AuditGroup): Promise<AuditedGroup> => ({
      findings: rollouts.map(() => ({
        as: null,
        standard: { reward: 1, verdict: 'accepted' },
        stronger: null,
        reason: null,
        evidence: null,
      })),
      accepted: [],
      heldOut: null,
    }),
    close: async () => undefined,
  }),
}));
const rolloutOf = (output: string): object => ({
  input: 'Add.',
  output,
  gts: JSON.stringify({ inputs: ['1 2\n'], outputs: ['3\n'] }),
  score: 1,
  step: 1,
});

it('refuses to go on with rows of another run, and keeps them', () =>
  withFiles({ '1.jsonl': [rolloutOf('print(3)')] }, async (folder) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    const [file, output] = [join(folder, '1.jsonl'), join(folder, 'A.jsonl')];
    // The user presses Ctrl-C at the second look without new rollouts.
    const newParts = Object.getOwnPropertyDescriptor(GrowingFiles.prototype, 'newParts')!
      .value as GrowingFiles['newParts'];
    let emptyLooks = 0;
    vi.spyOn(GrowingFiles.prototype, 'newParts').mockImplementation(async function (this: GrowingFiles) {
      const parts = await newParts.call(this);
      if (parts.length === 0 && ++emptyLooks === 2) process.emit('SIGINT');
      return parts;
    });
    const follow = (): Promise<number> => {
      emptyLooks = 0;
      return AUDIT.run([file, '--follow', '-q', '-o', output]);
    };
    expect(await follow()).toBe(0);
    const rows = readFileSync(output, 'utf8');
    expect(JSON.parse(rows)).toMatchObject({ sample_id: '1/0', standard: { reward: 1 } });
    expect(await follow()).toBe(0);
    writeFileSync(file, `${JSON.stringify(rolloutOf('print(1 + 2)'))}\n`);
    await expect(follow()).rejects.toThrow(
      /^row 1\/0 of the output is not of .*1\.jsonl:1: it is of another run/,
    );
    expect(readFileSync(`${output}.part`, 'utf8')).toBe(rows);
  }));
