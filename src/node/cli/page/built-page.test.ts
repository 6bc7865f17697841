import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { packageRoute } from './built-page.ts';

const mapped = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
const WHEEL = 'six-1.17.0-py2.py3-none-any.whl';

it('gives the files of packages that lie in the folder, and nothing else of it', () =>
  inTemporaryFolder(async (folder) => {
    const files = { 'six.py': '', 'six-1.17.0.dist-info/METADATA': 'Name: six\n\n' };
    const wheel = Buffer.from(zipSync(mapped(files)));
    for (const name of [WHEEL, 'secret.txt']) writeFileSync(join(folder, name), wheel);
    const give = packageRoute(folder);
    const page = await serveFolder(join(folder, 'page'), {
      route: (path, _, response) => give(path, response),
    });
    const ask = (path: string) => fetch(`${page.address}${path}`);
    try {
      expect(Buffer.from(await (await ask(`packages/${WHEEL}`)).arrayBuffer())).toEqual(wheel);
      const others = [
        'packages/other-1.0-py3-none-any.whl',
        'packages/secret.txt',
        `packages/%2e%2e/${WHEEL}`,
      ];
      for (const path of [...others, WHEEL]) expect((await ask(path)).status, path).toBe(404);
    } finally {
      await page.close();
    }
  }));
