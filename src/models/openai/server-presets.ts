/** Servers people run, as far as this page must know them: where they listen and how they are told to admit it. */
import type { SERVER_NOTES } from '../words/server-notes.ts';

export interface ServerPreset {
  readonly name: keyof typeof SERVER_NOTES;
  /** The default address. No two presets share one. */
  readonly baseUrl: string;
  /** The option that makes it admit pages of `origin`; null if none is needed. */
  readonly admit: ((origin: string) => string) | null;
}

/** A line to type for one server. */
export interface ServerOption {
  readonly server: string;
  readonly text: string;
}

/** Room for a prompt and for long reasoning. */
export const ROOMY_CONTEXT = 32_768;

export const SERVER_PRESETS: readonly ServerPreset[] = [
  {
    name: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    admit: (origin) => `vllm serve MODEL --allowed-origins '["${origin}"]'`,
  },
  {
    name: 'SGLang',
    baseUrl: 'http://localhost:30000/v1',
    admit: null,
  },
  {
    name: 'TGI',
    baseUrl: 'http://localhost:3000/v1',
    admit: (origin) => `text-generation-launcher --model-id MODEL --cors-allow-origin ${origin}`,
  },
  {
    name: 'llama.cpp',
    baseUrl: 'http://localhost:8080/v1',
    admit: (origin) => `llama-server -m MODEL.gguf --ctx-size ${ROOMY_CONTEXT} --cors-origins ${origin}`,
  },
  {
    name: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    admit: (origin) => `OLLAMA_ORIGINS=${origin} OLLAMA_CONTEXT_LENGTH=${ROOMY_CONTEXT} ollama serve`,
  },
  {
    name: 'LM Studio',
    baseUrl: 'http://localhost:1234/v1',
    admit: () => 'lms server start --cors',
  },
  {
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    admit: null,
  },
  {
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    admit: null,
  },
];

/**
 * How servers are told to admit pages of `origin`: the one that usually listens on the port of `baseUrl`,
 * or all of them where none does.
 */
export function admittingOptions(origin: string, baseUrl: string): ServerOption[] {
  const port = portOf(baseUrl);
  const options = SERVER_PRESETS.flatMap((preset) =>
    preset.admit === null
      ? []
      : [{ server: preset.name, text: preset.admit(origin), port: portOf(preset.baseUrl) }],
  );
  const usual = options.filter((option) => option.port === port);
  return (usual.length > 0 ? usual : options).map(({ server, text }) => ({ server, text }));
}

function portOf(baseUrl: string): string | null {
  return /^https?:\/\/[^/]*:(\d+)(?:\/|$)/.exec(baseUrl)?.[1] ?? null;
}
