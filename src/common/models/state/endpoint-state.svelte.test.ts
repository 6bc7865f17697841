import { describe, expect, it } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import type { EndpointAddress } from '../../../models/openai/endpoint-port.ts';
import type { ModelListing } from '../../../models/openai/model-list.ts';
import { KeyKeeper } from '../../../storage/key-keeper.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { EndpointState } from './endpoint-state.svelte.ts';
import { failureIn } from '../../../../tests/builders/said.ts';

function listed(name: string) {
  return { name, contextTokens: null, contextIsSure: false, answersAnyName: false };
}

function setUp(
  list: (address: EndpointAddress) => Promise<ModelListing> = () => Promise.reject(new Error('unused')),
) {
  const tables = memoryTables();
  const session = blockedStorage();
  const device = blockedStorage();
  const unused = () => {
    throw new Error('unused');
  };
  const port = { open: unused, list, check: unused };
  const make = () => new EndpointState(port, new KeyKeeper(session, device), tables.settings);
  return { tables, session, device, make, endpoint: make() };
}

const LOCAL = 'http://localhost:8000/v1';
const REMOTE = 'https://api.example.com/v1';

describe('EndpointState', () => {
  it('keeps settings without the key', async () => {
    const { endpoint, make, tables } = setUp();
    endpoint.setBaseUrl(LOCAL);
    endpoint.setKey('secret', false);
    endpoint.change({ model: 'm' });
    expect(JSON.stringify(await tables.settings.read('endpoint'))).not.toContain('secret');
    const next = make();
    await next.load();
    expect(next.record).toMatchObject({ baseUrl: LOCAL, model: 'm' });
    expect(next.key).toBe('secret');
  });

  it('leaves a model alone that is typed while the list is on its way', async () => {
    let arrive = (_listing: ModelListing): void => undefined;
    const { endpoint } = setUp(() => new Promise((resolve) => (arrive = resolve)));
    endpoint.setBaseUrl(LOCAL);
    const listing = endpoint.listModels();
    endpoint.change({ model: 'my-mo' });
    arrive({ ok: true, models: [listed('first'), listed('second')] });
    await listing;
    expect(endpoint.record).toMatchObject({ model: 'my-mo', models: ['first', 'second'] });
  });

  it('is read once: what was changed since stays', async () => {
    const { endpoint, tables } = setUp();
    await endpoint.load();
    endpoint.change({ model: 'typed' });
    await tables.settings.write('endpoint', { baseUrl: REMOTE, model: 'of another tab', models: [] });
    await endpoint.load();
    expect(endpoint.record.model).toBe('typed');
  });

  it('binds a key to its address and to where it may be kept', () => {
    const { endpoint, session, device } = setUp();
    endpoint.setBaseUrl(REMOTE);
    endpoint.setKey(' secret ', false);
    expect(session.read(`allpass-key ${REMOTE}`)).toBe('secret');
    expect(device.read(`allpass-key ${REMOTE}`)).toBeNull();
    endpoint.setBaseUrl(LOCAL);
    expect(endpoint.key).toBe('');
    endpoint.setBaseUrl(REMOTE);
    expect(endpoint.key).toBe('secret');
    endpoint.setKey('secret', true);
    expect(session.read(`allpass-key ${REMOTE}`)).toBeNull();
    expect(device.read(`allpass-key ${REMOTE}`)).toBe('secret');
  });

  it('takes a key along that was typed before the address', () => {
    const { endpoint, session } = setUp();
    endpoint.setKey('early', false);
    endpoint.setBaseUrl(LOCAL);
    expect(endpoint.key).toBe('early');
    expect(session.read(`allpass-key ${LOCAL}`)).toBe('early');
    expect(session.read('allpass-key ')).toBeNull();
  });

  it('fills the list of models, and drops a list that comes for another address', async () => {
    const answers: ((listing: ModelListing) => void)[] = [];
    const { endpoint } = setUp(() => new Promise((resolve) => answers.push(resolve)));
    endpoint.setBaseUrl(LOCAL);
    const late = endpoint.listModels();
    endpoint.setBaseUrl(REMOTE);
    answers[0]?.({ ok: true, models: [listed('late')] });
    await late;
    expect(endpoint.record.models).toEqual([]);
    const fresh = endpoint.listModels();
    answers[1]?.({ ok: true, models: [listed('a'), listed('b')] });
    await fresh;
    expect(endpoint.record).toMatchObject({ models: ['a', 'b'], model: 'a' });
    const failing = endpoint.listModels();
    const failure = failureIn('protocol');
    answers[2]?.({ ok: false, failure });
    await failing;
    expect(endpoint.listFailure).toEqual(failure);
  });
});
