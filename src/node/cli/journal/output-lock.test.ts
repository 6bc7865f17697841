import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { OutputLock } from './output-lock.ts';

const QUICK = { beat: 20, silence: 100 };

function inFolder(use: (path: string, take: () => Promise<OutputLock>, messages: string[]) => Promise<void>) {
  return inTemporaryFolder((folder) => {
    const path = join(folder, 'out.jsonl');
    const messages: string[] = [];
    const take = () => OutputLock.take(path, 'out.jsonl', (sentence) => void messages.push(sentence), QUICK);
    return use(`${path}.lock`, take, messages);
  });
}

/** The content of the lock file of another run. */
const lockContent = (change: object): string =>
  JSON.stringify({ key: 'other', pid: 1, host: 'elsewhere', beat: 1, ...change });

it('is taken, held and given back', () =>
  inFolder(async (path, take) => {
    const lock = await take();
    const first = readFileSync(path, 'utf8');
    while (readFileSync(path, 'utf8') === first) await new Promise((resolve) => setTimeout(resolve, 5));
    lock.release();
    expect(existsSync(path)).toBe(false);
  }));

it('of a run of this machine that has ended is taken at once', () =>
  inFolder(async (path, take, said) => {
    const lock = await take();
    const { host } = JSON.parse(readFileSync(path, 'utf8')) as { host: string };
    lock.release();
    writeFileSync(path, lockContent({ host, pid: 4_194_303 }));
    (await take()).release();
    expect(said).toEqual([]);
  }));

it('of another machine is taken when it has fallen silent', () =>
  inFolder(async (path, take, said) => {
    writeFileSync(path, lockContent({}));
    const lock = await take();
    expect(said).toEqual(['out.jsonl: waits 0.1 s to see whether another run still writes into it']);
    lock.release();
  }));

it('of one that speaks is refused', () =>
  inFolder(async (path, take) => {
    writeFileSync(path, lockContent({}));
    const pendingLock = take();
    writeFileSync(path, lockContent({ beat: 2 }));
    await expect(pendingLock).rejects.toThrow(
      'out.jsonl: another run writes into it (process 1 of elsewhere); give each run an output of its own',
    );
    expect(existsSync(path)).toBe(true);
  }));

it('is lost when another takes it, and then left alone', () =>
  inFolder(async (path, take) => {
    const lock = await take();
    writeFileSync(path, lockContent({}));
    await expect(lock.lost).rejects.toThrow('out.jsonl: another run writes into it');
    lock.release();
    expect(readFileSync(path, 'utf8')).toBe(lockContent({}));
  }));

it('is not lost by a word that a full disk has cut, and is said again', () =>
  inFolder(async (path, take) => {
    const lock = await take();
    writeFileSync(path, '');
    expect(lock.isTaken()).toBe(false);
    while (readFileSync(path, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
    lock.release();
    expect(existsSync(path)).toBe(false);
  }));
