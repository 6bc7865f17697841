/** Number of characters in one Blob. A browser may store a Blob on the disk. */
const PIECE = 1_000_000;

/** Collects text that may be larger than memory, line by line. */
export class TextPieces {
  readonly #type: string;
  readonly #pieces: Blob[] = [];
  #waiting: string[] = [];
  #length = 0;

  constructor(type: string) {
    this.#type = type;
  }

  add(text: string): void {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= PIECE) this.#put();
  }

  end(): Blob {
    this.#put();
    return new Blob(this.#pieces, { type: this.#type });
  }

  #put(): void {
    this.#pieces.push(new Blob([this.#waiting.join('')]));
    this.#waiting = [];
    this.#length = 0;
  }
}
