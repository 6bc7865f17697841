import type { EndpointAddress, EndpointPort } from '../models/openai/endpoint-port.ts';
import type { KnownModels } from '../models/openai/hosts/known-models.ts';

let known: Promise<KnownModels> | null = null;

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

function knownModels(): Promise<KnownModels> {
  known ??= import('../models/openai/hosts/known-models.ts').then(
    (module) => new module.KnownModels(),
    (error: unknown) => {
      // Without a network, this time: the next call fetches it again.
      known = null;
      throw error;
    },
  );
  return known;
}

async function server({ baseUrl, key }: EndpointAddress) {
  const { OpenAIServer } = await import('../models/openai/hosts/openai-server.ts');
  return new OpenAIServer({ address: baseUrl, key });
}
