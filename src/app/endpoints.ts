import type { EndpointAddress, EndpointPort } from '../models/openai/endpoint-port.ts';

/** Endpoints behind the OpenAI protocol; their code is fetched with the first of them. */
export const endpoints: EndpointPort = {
  async open(address, model) {
    const { OpenAIModel } = await import('../models/openai/hosts/openai-model.ts');
    return new OpenAIModel(await server(address), { model });
  },
  list: async (address, signal) => (await server(address)).listModels(signal),
  async *check(address, model, signal) {
    const { checkConnection } = await import('../models/openai/hosts/connection-doctor.ts');
    yield* checkConnection(await server(address), model, signal);
  },
};

async function server({ baseUrl, key }: EndpointAddress) {
  const { OpenAIServer } = await import('../models/openai/hosts/openai-server.ts');
  return new OpenAIServer({ address: baseUrl, key });
}
