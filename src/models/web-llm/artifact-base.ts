/**
 * Returns the folder of a model's files, with a trailing slash. It follows web-llm's own rule
 * (`cleanModelUrl`, 0.2.86), from which the keys of its caches are derived.
 */
export function artifactBase(modelUrl: string): string {
  const url = modelUrl.endsWith('/') ? modelUrl : `${modelUrl}/`;
  return /.+\/resolve\/.+\//.test(url) ? url : `${url}resolve/main/`;
}
