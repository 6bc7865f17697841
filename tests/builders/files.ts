import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../src/node/temporary-folder.ts';

/** Rows are written as JSON Lines. */
export type Content = string | Uint8Array | readonly object[];

/** A folder with these files, which is gone after `use`. */
export function withFiles<Result>(
  files: Readonly<Record<string, Content>>,
  use: (folder: string) => Result,
): Result {
  return inTemporaryFolder((folder) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), bytesOf(content));
    return use(folder);
  });
}

function bytesOf(content: Content): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return content.map((row) => `${JSON.stringify(row)}\n`).join('');
}
