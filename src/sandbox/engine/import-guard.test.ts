import { describe, expect, it, vi } from 'vitest';
import { ALLOWED_IMPORTS, ImportGuard } from './import-guard.ts';

const [ALLOWED] = [...ALLOWED_IMPORTS];

type Imports = Record<string, (...args: unknown[]) => unknown>;

/** Returns two guarded imports: one from the allow-list, and one that reaches JavaScript. */
function guardedImports(more: Record<string, unknown> = {}) {
  const events: string[] = [];
  const guard = new ImportGuard((name) => events.push(`reported ${name}`));
  const called =
    (name: string) =>
    (...args: unknown[]) => {
      events.push(name);
      return args.length;
    };
  const imports = {
    [ALLOWED!]: called('allowed'),
    JsProxy_GetAttr: called('foreign'),
    other: called('other'),
    ...more,
  };
  guard.wrap(imports);
  return { guard, events, imports: imports as unknown as Imports };
}

describe('the guard of imports', () => {
  it('reports the first foreign call before it happens, and lets it happen', () => {
    const { guard, events, imports } = guardedImports();
    guard.running = true;
    expect(imports['JsProxy_GetAttr']!(1, 2)).toBe(2);
    expect(events).toEqual(['reported JsProxy_GetAttr', 'foreign']);
  });

  it('reports once: tainted is tainted', () => {
    const { guard, events, imports } = guardedImports();
    guard.running = true;
    imports['other']!();
    imports['JsProxy_GetAttr']!();
    guard.running = false;
    guard.running = true;
    imports['other']!();
    expect(events.filter((event) => event.startsWith('reported'))).toEqual(['reported other']);
  });

  it('has nothing against calls of the harness, nor against those on the allow-list', () => {
    const { guard, events, imports } = guardedImports();
    imports['JsProxy_GetAttr']!();
    guard.running = true;
    imports[ALLOWED!]!();
    guard.running = false;
    imports['other']!();
    expect(events).toEqual(['foreign', 'allowed', 'other']);
  });

  it('pardons one name, as long as it is told to', () => {
    const { guard, events, imports } = guardedImports();
    guard.running = true;
    guard.pardonedImport = 'other';
    imports['other']!();
    guard.pardonedImport = null;
    imports['other']!();
    expect(events).toEqual(['other', 'reported other', 'other']);
  });

  it('reports, or the call does not happen', () => {
    let isFull = true;
    const reports: string[] = [];
    const guard = new ImportGuard((name) => {
      if (isFull) throw new RangeError('the stack is full');
      reports.push(name);
    });
    const imports = { other: vi.fn() };
    guard.wrap(imports);
    guard.running = true;
    expect(() => void imports.other()).toThrow(RangeError);
    expect(reports).toEqual([]);
    isFull = false;
    imports.other();
    imports.other();
    expect(reports).toEqual(['other']);
  });

  it('leaves the allow-list’s functions, and what is no function, as they are', () => {
    const memory = new WebAssembly.Memory({ initial: 1 });
    const allowed = vi.fn();
    const { imports } = guardedImports({ memory, [ALLOWED!]: allowed, __table_base: 3 });
    expect([imports['memory'], imports[ALLOWED!], imports['__table_base']]).toEqual([memory, allowed, 3]);
  });

  it('keeps one function under two names one function: both have one place in the table', () => {
    const shared = vi.fn();
    const { guard, events, imports } = guardedImports({ first: shared, second: shared });
    expect(imports['first']).toBe(imports['second']);
    guard.running = true;
    imports['second']!();
    // The guard cannot distinguish the names of an alias.
    expect(events).toEqual(['reported first']);
    expect(shared).toHaveBeenCalledOnce();
  });

  it('keeps what Emscripten hangs on a function, and whom it is called on', () => {
    const signed = Object.assign(
      function (this: unknown) {
        return this;
      },
      { sig: 'viii' },
    );
    const { imports } = guardedImports({ signed });
    expect((imports['signed'] as unknown as { sig: string }).sig).toBe('viii');
    const receiver = {};
    expect(Reflect.apply(imports['signed']!, receiver, [])).toBe(receiver);
  });
});
