/** Which pages are put back between the tests of a program, and whether those are enough. */
import type { Audits } from '../protocol/frame-worker.ts';
import type { HeapImage, Piece } from './heap-image.ts';
import { WrittenPages } from './written-pages.ts';

/** Up to so many pages that a program has added to memory while it loaded count as written by its tests. */
const OWN_PAGES = 512;
/** A set this large, of about 3,250 pages, saves nothing: it is learned anew. */
const MOST_PAGES = 1600;

export class TestPages {
  readonly #image: HeapImage;
  readonly #written = new WrittenPages(4096);
  #size = 0;
  #pieces: readonly Piece[] | null = null;
  /** Something outside the written pages may differ from the image. */
  #scattered = false;
  #audits = 0;
  #failed = 0;
  #differing: number[] = [];

  /** @param image of the program that is loaded */
  constructor(image: HeapImage) {
    this.#image = image;
  }

  /**
   * A program was loaded and its image taken.
   * @param shared pages that belong to all programs: what was learned of them stays
   */
  begin(shared: number): void {
    if (this.#size > MOST_PAGES) this.#cut(0);
    else this.#cut(shared);
    const { pages } = this.#image;
    if (pages - shared <= OWN_PAGES) for (let page = shared; page < pages; page++) this.#add(page);
    this.#pieces = null;
    this.#scattered = false;
  }

  /** The next restore must put back everything. */
  distrust(): void {
    this.#scattered = true;
  }

  /** @returns false when that is not enough: then the caller must put back everything */
  restore(): boolean {
    if (this.#scattered) {
      this.#scattered = false;
      return false;
    }
    this.#pieces ??= this.#image.piecesOf(this.#written);
    this.#image.restorePieces(this.#pieces);
    return true;
  }

  /** Compares all of memory with the image, and learns the pages that differ. @returns whether it knew them all */
  audit(): boolean {
    const before = this.#size;
    const pages = this.#image.differences();
    for (let index = 0; index < pages.length; index++) this.#add(pages[index]!);
    const isSound = this.#size === before;
    if (!isSound) {
      this.#pieces = null;
      this.#scattered = true;
    }
    this.#audits += 1;
    if (!isSound) this.#failed += 1;
    this.#differing.push(pages.length);
    return isSound;
  }

  /** Since it was last asked. */
  takeAudits(): Audits {
    const sorted = this.#differing.sort((a, b) => a - b);
    const audits = {
      count: this.#audits,
      failed: this.#failed,
      pagesWritten: sorted[sorted.length >> 1] ?? 0,
      pagesRestored: this.#size,
    };
    this.#audits = this.#failed = 0;
    this.#differing = [];
    return audits;
  }

  #add(page: number): void {
    if (this.#written.has(page)) return;
    this.#written.add(page);
    this.#size += 1;
  }

  #cut(page: number): void {
    this.#size -= this.#written.cut(page);
  }
}
