/** The tiny GGUF models of tests/model-fixtures. */
import { WllamaModel, type WllamaModelOptions } from '../../src/models/gguf/hosts/wllama-model.ts';
import { fromAddress, type GgufSource } from '../../src/models/gguf/cpu-model.ts';
import { serverUrl } from './model-server.ts';

export async function tinyFile(name: string): Promise<File> {
  const blob = await (await fetch(`${serverUrl}/gguf/tiny-${name}.gguf`)).blob();
  return new File([blob], `tiny-${name}.gguf`);
}

type Options = Omit<WllamaModelOptions, 'model' | 'contextTokens' | 'threads'> &
  Partial<WllamaModelOptions> & { readonly source: GgufSource };

export function tinyModel({ source, ...options }: Options): WllamaModel {
  return new WllamaModel({
    model: { ...fromAddress('tiny'), label: 'Tiny', source },
    contextTokens: 512,
    threads: null,
    ...options,
  });
}
