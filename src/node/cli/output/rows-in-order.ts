/** Rows that come in any order, written in their own: each as soon as all before it are. */
export class RowsInOrder {
  readonly #write: (row: object) => void;
  readonly #total: number;
  readonly #waiting = new Map<number, object>();
  #next = 0;

  constructor(total: number, write: (row: object) => void) {
    this.#total = total;
    this.#write = write;
  }

  /** @param place of the row, from 0 */
  put(place: number, row: object): void {
    this.#waiting.set(place, row);
    for (let next = this.#waiting.get(this.#next); next !== undefined; next = this.#waiting.get(this.#next)) {
      this.#waiting.delete(this.#next);
      this.#write(next);
      this.#next += 1;
    }
  }

  /** Writes what waits for a row that will not come. */
  putOutOfOrder(): void {
    for (; this.#next < this.#total; this.#next++) {
      const row = this.#waiting.get(this.#next);
      if (row !== undefined) this.#write(row);
    }
    this.#waiting.clear();
  }
}
