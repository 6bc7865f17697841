import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Rows are written as JSON Lines. */
export type Content = string | Uint8Array | readonly object[];

/** A folder with these files, which is gone after `use`. */
export function withFiles<Result>(
  files: Readonly<Record<string, Content>>,
  use: (folder: string) => Result,
): Result {
  return inTemporaryFolder((folder) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytesOf(content));
    }
    return use(folder);
  });
}

function bytesOf(content: Content): string | Uint8Array {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return content.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** A folder that is gone after `use`. */
export function inTemporaryFolder<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'allpass-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let result: Result;
  try {
    result = use(folder);
  } catch (error) {
    remove();
    throw error;
  }
  if (!(result instanceof Promise)) remove();
  else return result.finally(remove) as Result;
  return result;
}
