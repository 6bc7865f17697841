import type { SourceFile } from '../containers/source-file.ts';

/** The same file; `passed` hears how many bytes were read of it. */
export function counted(file: SourceFile, passed: (bytes: number) => void): SourceFile {
  const { part } = file;
  return {
    ...file,
    async *bytes() {
      for await (const piece of file.bytes()) {
        passed(piece.length);
        yield piece;
      }
    },
    part:
      part === null
        ? null
        : async (start, end) => {
            const piece = await part(start, end);
            passed(piece.length);
            return piece;
          },
  };
}
