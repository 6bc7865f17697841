/**
 * Maximum number of bytes of a body that is read as a whole: lists of models, errors, answers without a
 * stream.
 */
const MOST_BYTES = 8 << 20;

/** Reads the text of a response. A body that is too long is truncated, and its connection is closed. */
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
    // Rejects if the body has already failed. Then there is nothing to cancel.
    reader.cancel().catch(() => undefined);
  }
}
