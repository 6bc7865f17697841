import { parquetWriteBuffer } from 'hyparquet-writer';

/** A parquet file of problems of APPS with these ids. */
export function smallParquet(
  ids: readonly string[],
  more: { readonly rowGroupSize?: number; readonly pad?: number } = {},
): Uint8Array {
  const { pad = 0, rowGroupSize } = more;
  const text = (data: string[], name: string) => ({ name, data, type: 'STRING' as const });
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        text([...ids], 'problem_id'),
        text(
          ids.map((id) => `Say ${id}. ${noise(id, pad)}`),
          'question',
        ),
        text(
          ids.map(() => '{"inputs":["1"],"outputs":["1"]}'),
          'input_output',
        ),
      ],
      ...(rowGroupSize === undefined ? {} : { rowGroupSize }),
    }),
  );
}

/** Text that does not pack: a file is to be as large as it says. */
function noise(seed: string, length: number): string {
  let state = [...seed].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) >>> 0;
  let made = '';
  while (made.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    made += state.toString(36);
  }
  return made.slice(0, length);
}
