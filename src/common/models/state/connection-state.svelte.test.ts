import { describe, expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import type { EndpointPort, CheckId, CheckOutcome, CheckStep } from '../../../models/openai/endpoint-port.ts';
import { KeyKeeper } from '../../../storage/key-keeper.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { EndpointState } from './endpoint-state.svelte.ts';

const BASE = 'http://localhost:8000/v1';

function step(id: CheckId, outcome: CheckOutcome): CheckStep {
  return { id, outcome, detail: '', remedy: '', options: [] };
}

function setUp(check: EndpointPort['check']) {
  const unused = () => Promise.reject(new Error('unused'));
  const keys = new KeyKeeper(blockedStorage(), blockedStorage());
  const endpoint = new EndpointState({ open: unused, list: unused, check }, keys, memoryTables().settings);
  endpoint.setBaseUrl(BASE);
  endpoint.change({ model: 'm' });
  return endpoint;
}

/** Creates a check that yields these steps and, unless it is complete, waits until it is stopped. */
function plays(steps: readonly CheckStep[], whole = true): EndpointPort['check'] {
  return async function* (_address, _model, signal) {
    yield* steps;
    if (!whole && !signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  };
}

describe('ConnectionState', () => {
  it('keeps the last word on each step, in their order', async () => {
    const asked: unknown[] = [];
    const endpoint = setUp((address, model, signal) => {
      asked.push(address, model);
      return plays([
        step('server', 'running'),
        step('server', 'passed'),
        step('key', 'passed'),
        step('cors', 'passed'),
        step('key', 'failed'),
        step('context', 'skipped'),
      ])(address, model, signal);
    });
    expect(endpoint.connection.summary).toEqual({ kind: 'none' });
    await endpoint.checkConnection();
    expect(asked).toEqual([{ baseUrl: BASE, key: '' }, 'm']);
    expect(endpoint.connection.steps.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual([
      'server passed',
      'cors passed',
      'key failed',
      'context skipped',
    ]);
    expect(endpoint.connection.summary).toEqual({ kind: 'failed', step: 'key' });
  });

  it('sums up', async () => {
    const fine = setUp(
      plays([step('answer', 'passed'), step('context', 'passed'), step('concurrency', 'passed')]),
    );
    await fine.checkConnection();
    expect(fine.connection.summary).toEqual({ kind: 'passed' });
    const short = setUp(plays([step('answer', 'passed'), step('context', 'warning')]));
    await short.checkConnection();
    expect(short.connection.summary).toEqual({ kind: 'warning', step: 'context' });
  });

  it('can be stopped, and forgets what was found under other settings', async () => {
    const endpoint = setUp(plays([step('address', 'passed'), step('server', 'running')], false));
    const { connection } = endpoint;
    const checking = endpoint.checkConnection();
    while (connection.steps.length < 2) await Promise.resolve();
    expect(connection.summary).toEqual({ kind: 'running' });
    connection.stop();
    await checking;
    expect(connection.summary).toEqual({ kind: 'stopped' });
    expect(connection.steps.map(({ id }) => id)).toEqual(['address']);
    endpoint.change({ models: ['m', 'n'] });
    expect(connection.steps).toHaveLength(1);
    endpoint.setKey('another', false);
    expect(connection.steps).toEqual([]);
    void endpoint.checkConnection();
    while (connection.steps.length < 2) await Promise.resolve();
    endpoint.setBaseUrl('http://localhost:9/v1');
    expect(connection).toMatchObject({ running: false, steps: [] });
  });
});
