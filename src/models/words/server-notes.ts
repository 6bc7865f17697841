/** Facts for users of servers that are run, by the name of the server; whole sentences. */

export const SERVER_NOTES = {
  vLLM: 'Since version 0.32 it admits no page unless it is started with this option. For models that reason, add a --reasoning-parser.',
  SGLang: 'It admits every page. For models that reason, start it with a --reasoning-parser.',
  TGI: 'In a container the port is the one you publish.',
  'llama.cpp': 'Builds that do not know --cors-origins admit every page: leave the option out there.',
  Ollama:
    'Where Ollama runs as an app or a service, set both in its environment. Without the second, a model may get ' +
    'a context of 4,096 tokens only, and long reasoning is cut off.',
  'LM Studio':
    'Or switch on "Enable CORS" in the Developer tab. The context is set where the model is loaded.',
  OpenAI: 'It admits every page and wants a key.',
  OpenRouter: 'It admits every page and wants a key.',
} as const;
