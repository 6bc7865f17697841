import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { withFiles } from '../../../../tests/builders/files.ts';
import { CARD_START } from '../../../runs/strength/certificate-card.ts';
import { forgetFiles } from '../input/input-files.ts';
import { checkOutput } from './output-file.ts';

// Each command is a process of its own. An input of an earlier test, since deleted, may have had the same inode.
beforeEach(forgetFiles);

it.each([
  ['{"id": 1}\n', '{', true],
  ['', CARD_START, true],
  ['# Strength of the tests of sums.jsonl\n', CARD_START, true],
  ['# Strength of the tests of sums.jsonl\n', '{', false],
  ['{"id": 1}\n', CARD_START, false],
  ['# Notes\n', CARD_START, false],
])('the file %j is replaced by one that begins with %j: %s', (content, start, isReplaced) => {
  withFiles({ out: content }, (folder) => {
    const check = (): void => checkOutput(join(folder, 'out'), { start });
    if (isReplaced) expect(check).not.toThrow();
    else expect(check).toThrow('name another file');
  });
});
