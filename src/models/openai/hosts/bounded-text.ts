/** Longest body that is read as a whole: lists of models, errors, answers in one piece. */
const MOST_BYTES = 8 << 20;

/** The text of a response; what is longer than any reply should be ends there, and the connection with it. */
export async function boundedText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let bytes = 0; bytes < MOST_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    // Rejects when the body has failed already, and then there is nothing left to cancel.
    reader.cancel().catch(() => undefined);
  }
}
