import type { EndpointAddress } from '../state/models/connection-state.svelte.ts';
import type { EndpointDoor } from '../state/models/endpoint-state.svelte.ts';

/** Endpoints behind the OpenAI protocol; their code is fetched with the first of them. */
export const endpointDoor: EndpointDoor = {
  async open(address, model) {
    const { OpenAIModel } = await import('../models/openai/hosts/openai-model.ts');
    return new OpenAIModel(await server(address), { model });
  },
  async list(address, signal) {
    const listing = await (await server(address)).listModels(signal);
    return listing.ok ? { ok: true, names: listing.models.map(({ name }) => name) } : listing;
  },
  async *check(address, model, signal) {
    const { checkConnection } = await import('../models/openai/hosts/connection-doctor.ts');
    yield* checkConnection(await server(address), model, signal);
  },
};

async function server({ baseUrl, key }: EndpointAddress) {
  const { OpenAIServer } = await import('../models/openai/hosts/openai-server.ts');
  return new OpenAIServer({ address: baseUrl, key });
}
