/** Finds the last turn of the user in a prompt that a chat template rendered. */

interface ChatMarks {
  /** The mark before a turn of the user. */
  readonly user: string;
  /** Marks that end the turn, the first of which counts. */
  readonly ends: readonly string[];
}

const TEMPLATES: readonly ChatMarks[] = [
  { user: '<|im_start|>user\n', ends: ['<|im_end|>', '<|im_start|>'] },
  { user: '<|start_header_id|>user<|end_header_id|>', ends: ['<|eot_id|>', '<|start_header_id|>'] },
  { user: '<｜User｜>', ends: ['<｜Assistant｜>', '<｜end▁of▁sentence｜>'] },
  { user: '<start_of_turn>user\n', ends: ['<end_of_turn>', '<start_of_turn>'] },
  { user: '<|start|>user<|message|>', ends: ['<|end|>', '<|start|>'] },
  { user: '<|user|>', ends: ['<|end|>', '<|assistant|>', '</s>', '<|endoftext|>'] },
  { user: '[INST]', ends: ['[/INST]'] },
];

/** A prompt decoded without its special tokens, of which the names of the roles stay on lines of their own. */
const PLAIN = /^(?:system|user)\n[^]*assistant\n+(?:<think>\s*)?$/;

/** Returns the text of the last turn of the user, or the whole prompt if it has no known chat template. */
export function lastUserTurn(prompt: string): string {
  for (const { user, ends } of TEMPLATES) {
    const at = prompt.lastIndexOf(user);
    if (at === -1) continue;
    const start = at + user.length;
    const found = ends.map((end) => prompt.indexOf(end, start)).filter((end) => end !== -1);
    return prompt.slice(start, found.length === 0 ? prompt.length : Math.min(...found)).trim();
  }
  if (!PLAIN.test(prompt)) return prompt;
  const end = prompt.lastIndexOf('assistant\n');
  const before = prompt.slice(0, end);
  // The turn before it may end without a line break, because its end was a special token.
  const start = Math.max(before.lastIndexOf('\nuser\n'), before.startsWith('user\n') ? 0 : -1);
  const joined = before.lastIndexOf('user\n\n');
  const at = start === -1 ? joined : start;
  return at === -1 ? prompt : before.slice(before.indexOf('\n', at + 1) + 1).trim();
}
