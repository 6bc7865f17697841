/** Common model servers: their default addresses, and the options that allow this page's origin. */

export interface ServerPreset {
  readonly name: string;
  /** The default address. No two presets share one. */
  readonly baseUrl: string;
  /** Returns the option that makes the server allow pages of `origin`; null if none is needed. */
  readonly commandFor: ((origin: string) => string) | null;
  /** Facts for users of the server, in complete sentences. */
  readonly note: string;
}

/** A command line for one server. */
export interface ServerOption {
  readonly server: string;
  readonly text: string;
}

/** A context window that is long enough for a prompt and long reasoning, in tokens. */
export const ROOMY_CONTEXT = 32_768;

export const SERVER_PRESETS: readonly ServerPreset[] = [
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    commandFor: (origin) => `vllm serve MODEL --allowed-origins '["${origin}"]'`,
    note: 'Since version 0.32 it admits no page unless it is started with this option. For models that reason, add a --reasoning-parser.',
  },
  {
    name: 'SGLang',
    baseUrl: 'http://localhost:30000/v1',
    commandFor: null,
    note: 'It admits every page. For models that reason, start it with a --reasoning-parser.',
  },
  {
    name: 'TGI',
    baseUrl: 'http://localhost:3000/v1',
    commandFor: (origin) => `text-generation-launcher --model-id MODEL --cors-allow-origin ${origin}`,
    note: 'In a container the port is the one you publish.',
  },
  {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    commandFor: (origin) => `llama-server -m MODEL.gguf --ctx-size ${ROOMY_CONTEXT} --cors-origins ${origin}`,
    note: 'Builds that do not know --cors-origins admit every page: leave the option out there.',
  },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    commandFor: (origin) => `OLLAMA_ORIGINS=${origin} OLLAMA_CONTEXT_LENGTH=${ROOMY_CONTEXT} ollama serve`,
    note:
      'Where Ollama runs as an app or a service, set both in its environment. Without the second, a model may get ' +
      'a context of 4,096 tokens only, and long reasoning is cut off.',
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    commandFor: () => 'lms server start --cors',
    note: 'Or switch on "Enable CORS" in the Developer tab. The context is set where the model is loaded.',
  },
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    commandFor: null,
    note: 'It admits every page and wants a key.',
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    commandFor: null,
    note: 'It admits every page and wants a key.',
  },
];

/**
 * Returns the options that make servers allow pages of `origin`: for the server that usually uses the port of
 * `baseUrl`, or for all servers if none does.
 */
export function admittingOptions(origin: string, baseUrl: string): ServerOption[] {
  const port = portOf(baseUrl);
  const options = SERVER_PRESETS.flatMap((preset) =>
    preset.commandFor === null
      ? []
      : [{ server: preset.name, text: preset.commandFor(origin), port: portOf(preset.baseUrl) }],
  );
  const matchingOptions = options.filter((option) => option.port === port);
  return (matchingOptions.length > 0 ? matchingOptions : options).map(({ server, text }) => ({
    server,
    text,
  }));
}

function portOf(baseUrl: string): string | null {
  return /^https?:\/\/[^/]*:(\d+)(?:\/|$)/.exec(baseUrl)?.[1] ?? null;
}
