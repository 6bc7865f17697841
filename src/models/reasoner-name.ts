/** Whether the name of a model suggests a reasoning model: nothing else is known of a model that the user adds. */
export function namesReasoner(name: string): boolean {
  return /r1|reason|think|qwen3|deepcoder/i.test(name);
}
