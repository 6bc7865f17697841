import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveFolder } from '../../bootstrap/static-server.mjs';
import { inTemporaryFolder } from '../../temporary-folder.ts';
import { givePackage } from './built-page.ts';

const WHEEL = 'six-1.17.0-py2.py3-none-any.whl';

it('gives the files of packages that lie in the folder, and nothing else of it', () =>
  inTemporaryFolder(async (folder) => {
    for (const name of [WHEEL, 'secret.txt']) writeFileSync(join(folder, name), name);
    const page = await serveFolder(join(folder, 'page'), {
      route: (path, _, response) => givePackage(folder, path, response),
    });
    const ask = (path: string) => fetch(`${page.address}${path}`);
    try {
      expect(await (await ask(`packages/${WHEEL}`)).text()).toBe(WHEEL);
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
