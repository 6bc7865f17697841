/** The tiny GGUF models of tests/model-fixtures. */
import { WllamaModel, type WllamaModelOptions } from '../../src/models/gguf/hosts/wllama-model.ts';
import { serverUrl } from './model-server.ts';

export async function tinyFile(name: string): Promise<File> {
  const blob = await (await fetch(`${serverUrl}/gguf/tiny-${name}.gguf`)).blob();
  return new File([blob], `tiny-${name}.gguf`);
}

export function tinyModel(
  options: Pick<WllamaModelOptions, 'engine' | 'store' | 'source'> & Partial<WllamaModelOptions>,
): WllamaModel {
  return new WllamaModel({
    id: 'tiny',
    label: 'Tiny',
    contextTokens: 512,
    threads: null,
    gpuMemoryMb: null,
    ...options,
  });
}
