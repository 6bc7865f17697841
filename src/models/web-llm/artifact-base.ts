/**
 * The folder of a model's files, with a slash at its end: web-llm's own rule (`cleanModelUrl`, 0.2.86),
 * which its caches' keys follow from.
 */
export function artifactBase(modelUrl: string): string {
  const url = modelUrl.endsWith('/') ? modelUrl : `${modelUrl}/`;
  return /.+\/resolve\/.+\//.test(url) ? url : `${url}resolve/main/`;
}
