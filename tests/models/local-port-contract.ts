/** The contract of the files of models on this machine, for each of its engines. */
import { describe, expect, test } from 'vitest';
import type { LocalFiles, LocalModel } from '../../src/models/local-port.ts';
import { eventually } from '../builders/eventually.ts';
import { obey } from './model-server.ts';

export interface PortCase<Model extends LocalModel> {
  readonly port: LocalFiles<Model>;
  /** A model of the fixtures' server that is not stored. */
  readonly fresh: () => Model;
  /** Lets the server send the last bytes of the model slowly. */
  readonly slow: (model: Model) => Promise<void>;
  /** Lets the server have no file of the model. */
  readonly missing: (model: Model) => Promise<void>;
}

export function describeLocalPort<Model extends LocalModel>(
  name: string,
  { port, fresh, slow, missing }: PortCase<Model>,
): void {
  const never = new AbortController().signal;
  const ignore = () => undefined;
  const bytesOf = async (model: Model) =>
    (await port.list([model])).models.find((stored) => stored.model.id === model.id)?.bytes;

  describe(`the files of ${name}`, () => {
    test('are absent, come with their progress, are listed, and go', async () => {
      const model = fresh();
      expect(await port.status(model)).toMatchObject({ kind: 'absent', doneBytes: 0 });
      const seen: number[] = [];
      expect(await port.download(model, {}, ({ doneBytes }) => seen.push(doneBytes), never)).toBe('stored');
      const status = await port.status(model);
      expect(status).toMatchObject({ kind: 'complete', doneBytes: seen.at(-1), totalBytes: seen.at(-1) });
      expect(await bytesOf(model)).toBe(status.doneBytes);
      expect(await port.remove(model, [model])).toBeNull();
      expect(await port.status(model)).toMatchObject({ kind: 'absent', doneBytes: 0 });
      expect(await bytesOf(model)).toBeUndefined();
    });

    test('are in use while they come, stay where the signal stops them, and go on from there', async () => {
      const model = fresh();
      await slow(model);
      const stop = new AbortController();
      let done = 0;
      const running = port.download(model, {}, ({ doneBytes }) => (done = doneBytes), stop.signal);
      await eventually(() => expect(done).toBeGreaterThan(100_000));
      expect((await port.status(model)).kind).toBe('in-use');
      expect(await port.download(model, {}, ignore, never)).toMatchObject({ layer: 'in-use' });
      expect(await port.remove(model, [model])).toMatchObject({ layer: 'in-use' });
      const free = port.whenFree(model, never);
      stop.abort();
      expect(await running).toBe('aborted');
      await free;
      await obey();
      const half = await port.status(model);
      expect(half.kind).toBe('partial');
      expect(half.doneBytes).toBeGreaterThan(0);
      const seen: number[] = [];
      expect(await port.download(model, {}, ({ doneBytes }) => seen.push(doneBytes), never)).toBe('stored');
      expect(seen[0]).toBeGreaterThanOrEqual(half.doneBytes);
      expect((await port.status(model)).kind).toBe('complete');
      await port.remove(model, [model]);
    });

    test('that no server has are a failure with a reason', async () => {
      const model = fresh();
      await missing(model);
      expect(await port.download(model, {}, ignore, never)).toMatchObject({
        layer: 'download',
        message: expect.stringMatching(/answered with status 404/),
      });
    });

    test('without a model in the list are orphans, which can be deleted', async () => {
      const model = fresh();
      await port.download(model, {}, ignore, never);
      const { orphans } = await port.list([]);
      expect(orphans.length).toBeGreaterThan(0);
      for (const orphan of orphans) expect(await port.removeOrphan(orphan)).toBeNull();
      expect((await port.status(model)).kind).toBe('absent');
    });
  });
}
