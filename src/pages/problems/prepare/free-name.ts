/** Returns a name for a set that is made of another: one that is not taken. */
export function freeName(of: string, suffix: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  const stem = of.replace(/^.*\//, '').replace(/(\.(jsonl?|ndjson|gz|zip|kpp|parquet))+$/i, '');
  for (let nth = 1; ; nth++) {
    const name = `${stem}-${suffix}${nth === 1 ? '' : `-${nth}`}.jsonl`;
    if (!taken.has(name)) return name;
  }
}
