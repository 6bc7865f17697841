/** Whether a model's name says that it thinks aloud before it answers: all that is known of one the user brings. */
export function namesReasoner(name: string): boolean {
  return /r1|reason|think|qwen3|deepcoder/i.test(name);
}
