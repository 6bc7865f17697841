import {
  answersOf,
  sampleName,
  type Run,
  type RunRow,
  type RunSampleKey,
  type RunSample,
} from '../../src/domain/run.ts';
import type { Audit, AuditRow } from '../../src/domain/audit.ts';

/** The runs and audits that a device stores, in memory. */
export class RunShelves {
  readonly made = new Map<string, Run>();
  readonly kept = new Map<string, Map<string, RunSample>>();
  /** Whether there is no space for samples. */
  full = false;
  /** Whether the small record of a run does not fit, either. */
  runIsFull = false;

  async runs() {
    return [...this.made.values()];
  }
  async run(id: string) {
    return this.made.get(id) ?? null;
  }
  async rows(id: string): Promise<RunRow[]> {
    return [...(this.kept.get(id)?.values() ?? [])].map(({ row }) => row);
  }
  async putRun(run: Run) {
    if (this.runIsFull) throw new Error('the disk is full');
    this.made.set(run.id, run);
  }
  async keep({ id }: Run, samples: readonly RunSample[]) {
    if (this.full) throw new Error('the disk is full');
    const own = this.kept.get(id) ?? new Map<string, RunSample>();
    this.kept.set(id, own);
    for (const { row, answer, tests } of samples) {
      const before = own.get(sampleName(row));
      own.set(sampleName(row), {
        row,
        answer: answer ?? before?.answer ?? null,
        tests: tests ?? before?.tests ?? null,
      });
    }
  }
  async answer(run: Run, key: RunSampleKey) {
    return this.kept.get(answersOf(run))?.get(sampleName(key))?.answer ?? null;
  }
  async answers(run: Run, keys: readonly RunSampleKey[]) {
    return Promise.all(keys.map((key) => this.answer(run, key)));
  }
  async tests({ id }: Run, key: RunSampleKey) {
    return this.kept.get(id)?.get(sampleName(key))?.tests ?? [];
  }
  async forget({ id }: Run, keys: readonly RunSampleKey[]) {
    for (const key of keys) this.kept.get(id)?.delete(sampleName(key));
  }
  async remove({ id }: Run) {
    this.made.delete(id);
    this.kept.delete(id);
  }
  async pack() {
    // Nothing lies loose here.
  }
  async clearLeftovers() {
    // Nor is anything left over.
  }

  readonly madeAudits = new Map<string, Audit>();
  readonly keptRows = new Map<string, AuditRow>();
  readonly keptParts = new Map<string, unknown>();

  async audits() {
    return [...this.madeAudits.values()];
  }
  async keepAudit(
    audit: Audit,
    rows: readonly AuditRow[] = [],
    parts: readonly (readonly [part: string, id: string, value: unknown])[] = [],
  ) {
    if (this.full) throw new Error('the disk is full');
    this.madeAudits.set(audit.id, audit);
    for (const row of rows) this.keptRows.set(`${audit.id} ${row.sample_id}`, row);
    for (const [part, id, value] of parts) this.keptParts.set(`${audit.id} ${part} ${id}`, value);
  }
  async auditRows(id: string) {
    return [...this.keptRows].flatMap(([key, row]) => (key.startsWith(`${id} `) ? [row] : []));
  }
  async auditPart(audit: string, part: string, id: string) {
    return this.keptParts.get(`${audit} ${part} ${id}`) ?? null;
  }
  async removeAudit(id: string) {
    this.madeAudits.delete(id);
    for (const map of [this.keptRows, this.keptParts])
      for (const key of map.keys()) if (key.startsWith(`${id} `)) map.delete(key);
  }
}
