import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CUSTOM_KEYS } from '../../../judge/profiles/custom.ts';
import { profileAbout } from '../../../judge/words/profile-abouts.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { AUDIT } from './audit.ts';
import { CONVERT } from './convert.ts';
import { EXTRACT } from './extract.ts';
import { GRADE } from './grade.ts';
import { LAB } from './lab.ts';
import { MERGE } from './merge.ts';
import { PREPARE } from './prepare.ts';
import { REPORT } from './report.ts';
import { SERVE } from './serve.ts';
import { STRENGTH } from './strength.ts';
import { XRAY } from './xray.ts';
import { wholeHelp } from './help.ts';
import { inRoot } from '../../bootstrap/root.mjs';
import { FileLines, readProblemFile, samplesIn } from '../input/input-files.ts';

const OF_FILES = [GRADE, XRAY, EXTRACT, CONVERT, PREPARE, STRENGTH, AUDIT];
const COMMANDS = [...OF_FILES, MERGE, REPORT, LAB, SERVE];
const WIDEST = 120;
const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('help', () => {
  it('of the whole has commands, profiles, what composes one, files, rows and exit codes', () => {
    const text = wholeHelp(COMMANDS);
    const words = text.replaceAll(/\s+/g, ' ');
    for (const { name, about } of COMMANDS) expect(words).toContain(`${name} ${about}`);
    for (const { name } of PROFILES) expect(words).toContain(`${name} ${profileAbout(name)}`);
    for (const key of CUSTOM_KEYS) expect(text).toMatch(new RegExp(`^ {4}${key} {2}`, 'm'));
    for (const word of ['"problem_id"', 'unknown-problem', '130, 143']) expect(text).toContain(word);
    expect(widest(text)).toBeLessThanOrEqual(WIDEST);
  });

  it.each(OF_FILES)('of $name says what its files are', ({ help }) => {
    expect(help).toContain('\n\nFiles, one JSON object a line\n');
  });

  it.each(COMMANDS)('of $name has options, rows, exit codes and examples', ({ name, help }) => {
    expect(help).toMatch(new RegExp(`^Usage: allpass ${name} `));
    for (const part of ['Options', 'Rows.*|Requests', 'Exit codes', 'Examples']) {
      expect(help).toMatch(new RegExp(`\n\n(?:${part})\n`));
    }
    expect(help).toContain(`\n  allpass ${name} --`);
    expect(widest(help)).toBeLessThanOrEqual(WIDEST);
  });

  it('of grade says what each form of --shard is', () => {
    const [, about = ''] = /--shard I\/N +(.*?)\n {2}--/s.exec(GRADE.help) ?? [];
    for (const form of ['every N-th sample', '1 ≤ I ≤ N', 'auto/N or /N', 'auto takes N'])
      expect(about.replaceAll(/\s+/g, ' ')).toContain(form);
  });
});

it('the command of the README has files that are there', () => {
  const readme = readFileSync(inRoot('README.md'), 'utf8');
  const [, problems = '', samples = ''] = /grade --problems (\S+) --samples (\S+)/.exec(readme) ?? [];
  const knownProblems = readProblemFile(inRoot(problems));
  const path = inRoot(samples);
  const sampleFile = samplesIn(path, new FileLines(path), (id) =>
    knownProblems.has(id) ? null : 'is unknown',
  );
  expect(sampleFile.samples.length).toBeGreaterThan(0);
});
