import { describe, expect, test } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { raised, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import { Judge } from '../judge.ts';
import { customProfile } from '../profiles/custom.ts';
import { STANDARD } from '../profiles/profiles.ts';

const NEWEST = customProfile({ ...STANDARD, execute: { ...STANDARD.execute, python: 'newest' } });
const BACKSLASH = `print(f"{'\\n'.join(a)}")`;

async function judgedCode(runner: ScriptedRunner, code: string, profile = STANDARD) {
  return new Judge(runner).judge(
    problemOf(),
    { kind: 'program', code },
    { signal: new AbortController().signal, tests: 'all', stopAtFirstFailure: true, profile },
  );
}
const printsOne = () => new ScriptedRunner(() => ({ type: 'exited', stdout: '1', stderr: '' }));

describe('syntax that Python 3.11 refuses', () => {
  test('is a syntax error under its rule, and nothing runs', async () => {
    const runner = printsOne();
    const report = await judgedCode(runner, BACKSLASH);
    expect(report).toMatchObject({
      verdict: 'syntax-error',
      reward: 0,
      firstFailed: 0,
      testsRun: 1,
      flags: ['newer-python'],
      newerPython: 'an f-string with a backslash in it (Python 3.12)',
    });
    expect(report.error).toContain('Python 3.11 does not know this');
    expect(runner.programs).toEqual([]);
  });

  test('runs where a profile lets it, with the flag', async () => {
    expect(NEWEST.name).toBe('custom:python=newest');
    const report = await judgedCode(printsOne(), BACKSLASH, NEWEST);
    expect(report).toMatchObject({ verdict: 'accepted', reward: 1, flags: ['newer-python'] });
    expect(report.newerPython).toContain('3.12');
  });
});

describe('names that Python 3.11 lacks', () => {
  const code = 'from itertools import batched';

  test('are taken away from a program that mentions them', async () => {
    const runner = printsOne();
    const report = await judgedCode(runner, code);
    expect(runner.programs.map(({ without }) => without)).toEqual([['python-3.11', 'itertools.batched']]);
    // The program ended normally without using them.
    expect(report).toMatchObject({ verdict: 'accepted', flags: [] });
    expect(report).not.toHaveProperty('newerPython');
  });

  test('are not the only ones: a program that asks for the version is told an older one', async () => {
    const runner = printsOne();
    const versionCheck = 'import sys\nif sys.version_info >= (3, 12): from itertools import batched';
    await judgedCode(runner, versionCheck);
    await judgedCode(runner, versionCheck, NEWEST);
    expect(runner.programs.map(({ without }) => without)).toEqual([
      ['python-3.11', 'itertools.batched', 'sys.version_info'],
      [],
    ]);
  });

  test('are named when a program fails of them', async () => {
    const error = raised('ImportError', "cannot import name 'batched' from 'itertools' (unknown location)");
    const report = await judgedCode(new ScriptedRunner(() => error), code);
    expect(report).toMatchObject({
      verdict: 'runtime-error',
      flags: ['newer-python'],
      newerPython: 'itertools.batched (Python 3.12)',
    });
  });

  test('stay where a profile lets them, with the flag', async () => {
    const runner = printsOne();
    const report = await judgedCode(runner, code, NEWEST);
    expect(runner.programs.map(({ without }) => without)).toEqual([[]]);
    expect(report).toMatchObject({ reward: 1, flags: ['newer-python'] });
  });
});

describe('what 3.11 has, and is gone', () => {
  const code = 'import distutils';
  const error = raised('ModuleNotFoundError', "No module named 'distutils'");

  test('is not counted against the program', async () => {
    const report = await judgedCode(new ScriptedRunner(() => error), code);
    expect(report).toMatchObject({
      verdict: 'judge-error',
      reward: null,
      flags: ['newer-python'],
      newerPython: 'the module distutils is gone (Python 3.12)',
    });
    expect(report.error).toBe(
      'the program needs the module distutils, gone since Python 3.12, and this judge runs 3.14: judge it with native Python 3.11',
    );
  });

  test('is gone for a program that may use the newest', async () => {
    const report = await judgedCode(new ScriptedRunner(() => error), code, NEWEST);
    expect(report).toMatchObject({ verdict: 'runtime-error', reward: 0, flags: ['newer-python'] });
    expect(report.error).toContain('distutils');
  });

  test('is no excuse for a program that only says so, or goes on without', async () => {
    const pretends = await judgedCode(new ScriptedRunner(() => error), 'raise ModuleNotFoundError');
    expect(pretends).toMatchObject({ verdict: 'runtime-error', reward: 0, flags: [] });
    expect(await judgedCode(printsOne(), code)).toMatchObject({ verdict: 'accepted', flags: [] });
  });
});

test('what no browser has is not counted against a program by any rule', async () => {
  const error = raised('ModuleNotFoundError', "No module named 'tkinter'");
  for (const profile of [STANDARD, NEWEST]) {
    const report = await judgedCode(new ScriptedRunner(() => error), 'import tkinter', profile);
    expect(report).toMatchObject({ verdict: 'judge-error', reward: null, flags: [] });
    expect(report.error).toBe(
      'the program needs the module tkinter, which no browser has: judge it with native Python',
    );
  }
});

test('a method of another type that bears a newer name is no newer Python', async () => {
  const error = raised('AttributeError', "'int' object has no attribute 'replace'");
  const report = await judgedCode(new ScriptedRunner(() => error), 'print((3).replace("a", "b"))');
  expect(report).toMatchObject({ verdict: 'runtime-error', flags: [] });
  expect((await judgedCode(printsOne(), 'print("a".replace("a", "1"))', NEWEST)).flags).toEqual([]);
});
