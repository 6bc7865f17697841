import { lazily } from '../base/lazily.ts';
import type { EndpointAddress, EndpointPort } from '../models/openai/endpoint-port.ts';

/** Endpoints behind the OpenAI protocol; their code is fetched with the first of them. */
export const endpoints: EndpointPort = {
  open: async (address, model) => (await knownModels()).modelOf(address, model),
  list: async (address, signal) => (await server(address)).listModels(signal),
  async *check(address, model, signal) {
    const { checkConnection } = await import('../models/openai/hosts/connection-doctor.ts');
    // The user has often restarted the server before a check.
    (await knownModels()).forget(address, model);
    yield* checkConnection(await server(address), model, signal);
  },
};

const knownModels = lazily(async () => {
  const { KnownModels } = await import('../models/openai/hosts/known-models.ts');
  return new KnownModels();
});

async function server({ baseUrl, key }: EndpointAddress) {
  const { OpenAIServer } = await import('../models/openai/hosts/openai-server.ts');
  return new OpenAIServer({ address: baseUrl, key });
}
