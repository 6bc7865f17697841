import type { Completion } from '../../src/domain/completion.ts';

/** An answer without reasoning that came to its own end. */
export function completionOf(text: string, change: Partial<Completion> = {}): Completion {
  return { reasoning: '', reasoningOpen: false, text, finishReason: 'stop', usage: null, ...change };
}

/** An answer that is one Python block. */
export function answerWith(program: string): string {
  return `\`\`\`python\n${program}\n\`\`\`\n`;
}
