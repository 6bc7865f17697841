/** The Python files that trainers copy: each holds its client whole, and it is the same one. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../public/adapters/', import.meta.url));
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.py'),
);

it('every adapter has the same client', () => {
  const clients = files.map((name) => {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    return /# ---- The client,[\s\S]*# ---- The adapter\. ----/.exec(text)?.[0];
  });
  expect(clients.length).toBeGreaterThanOrEqual(9);
  expect(clients[0]).toContain('def ask(');
  expect(new Set(clients).size).toBe(1);
});

it('an adapter imports nothing but the standard library and what it is made for', () => {
  const OWN: Readonly<Record<string, readonly string[]>> = {
    'allpass_inspect.py': ['inspect_ai'],
    'code_eval/code_eval.py': ['datasets', 'evaluate'],
  };
  const STANDARD = new Set(
    'asyncio atexit collections fcntl itertools json math os shlex subprocess tempfile time urllib'.split(
      ' ',
    ),
  );
  for (const name of files) {
    const text = readFileSync(`${FOLDER}${name}`, 'utf8');
    const imported = [...text.matchAll(/^(?:import|from) ([a-z_]+)/gm)].map(([, module]) => module!);
    expect(
      imported.filter((module) => !STANDARD.has(module) && !OWN[name]?.includes(module)),
      name,
    ).toEqual([]);
  }
});
