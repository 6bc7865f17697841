/** Number of characters in one Blob. A browser may store a Blob on the disk. */
const PIECE_CHARACTERS = 1_000_000;

/** Collects text that may be larger than memory, line by line. */
export class TextPieces {
  readonly #type: string;
  readonly #pieces: Blob[] = [];
  #pendingLines: string[] = [];
  #length = 0;

  constructor(type: string) {
    this.#type = type;
  }

  add(text: string): void {
    this.#pendingLines.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE_CHARACTERS) this.#flush();
  }

  end(): Blob {
    this.#flush();
    return new Blob(this.#pieces, { type: this.#type });
  }

  #flush(): void {
    this.#pieces.push(new Blob([this.#pendingLines.join('')]));
    this.#pendingLines = [];
    this.#length = 0;
  }
}
