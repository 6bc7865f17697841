import { textHash } from '../../../base/text-hash.ts';
import { OWN, type Author } from '../../../domain/answer.ts';
import type { Draft, ProgramOrigin } from '../../../domain/draft.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem-ref.ts';
import type { UnloadDrafts } from '../../../storage/unload-drafts.ts';
import type { TabChannel, TabWord } from '../../../storage/tab-channel.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PlaygroundParts } from './playground-parts.ts';

const SAVE_AFTER_MS = 250;

interface OpenDraft {
  readonly problem: ProblemRef;
  /** The revision that the shown program is based on. */
  revision: number;
  /** The latest one that was seen: later than `revision` while the user has to choose. */
  seen: number;
  /** The author of the program that was put in last; undefined for the user. */
  origin: ProgramOrigin | undefined;
}

/**
 * The user's program for the open problem, saved on this device while it is edited. Two tabs do not overwrite each
 * other's program: a user who saves over a version that the tab has not seen is asked which one to keep.
 */
export class DraftState {
  readonly #drafts: Tables['drafts'];
  readonly #others: OtherTabs;
  /** Programs that a closing page could not store; written synchronously. */
  readonly #unsaved: UnloadDrafts;
  /** This tab's own program of each question that it left without an answer. */
  readonly #unanswered: UnloadDrafts;
  #open: OpenDraft | null = null;
  #starter = '';
  #code = $state.raw('');
  /** The program as it is known to be stored. */
  #kept = '';
  #replaced = $state.raw<string | null>(null);
  /** The program that `replace` inserted. */
  #putIn = '';
  #theirs = $state.raw<string | null>(null);
  /** The editor had the focus since the problem was opened. */
  #touched = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** One after the other: each knows what became of the one before. */
  #queue: Promise<void> = Promise.resolve();

  constructor(drafts: Tables['drafts'], tabs: TabChannel, unloadDrafts: PlaygroundParts['unloadDrafts']) {
    this.#drafts = drafts;
    this.#others = new OtherTabs(tabs, () => {
      const open = this.#open;
      if (open !== null) this.#enqueue(() => this.#look(open));
    });
    this.#unsaved = unloadDrafts.device;
    this.#unanswered = unloadDrafts.tab;
  }

  get code(): string {
    return this.#code;
  }

  /** The program that `replace` removed; null when the user had written none. */
  get replaced(): string | null {
    return this.#replaced;
  }

  /** The other tab's version of the program; null when there is nothing to choose. */
  get theirs(): string | null {
    return this.#theirs;
  }

  /** The problem is open in another tab, too. */
  get elsewhere(): boolean {
    return this.#others.present;
  }

  /** The author of the program: another one's program becomes the user's own with the first change to its text. */
  get author(): Author {
    const origin = this.#open?.origin;
    return origin?.hash === programHash(this.#code) ? origin.author : OWN;
  }

  /** There is more than the problem's starter code. */
  get written(): boolean {
    return this.#isOwn(this.#code);
  }

  /** Shows what was kept for a problem, else its starter code. */
  open(problem: ProblemRef, kept: Draft | undefined, starter: string): void {
    const revision = kept?.revision ?? 0;
    this.#open = { problem, revision, seen: revision, origin: kept?.origin };
    this.#starter = starter;
    this.#code = this.#kept = kept === undefined || revision === 0 ? starter : kept.code;
    this.#theirs = kept?.aside === this.#code ? null : (kept?.aside ?? null);
    this.#takeUp(this.#open);
    this.#touched = false;
    this.#others.open(problem);
  }

  /** Saves the program. Edits are ignored until the next `open`. */
  close(): void {
    this.#leaveQuestion();
    this.save();
    this.#open = null;
    this.#others.close();
    this.#replaced = null;
    this.#theirs = null;
  }

  /** The editor has the focus: from now on the program changes only when the user says so. */
  touch(): void {
    this.#touched = true;
  }

  edit(code: string): void {
    if (this.#open === null || code === this.#code) return;
    this.#code = code;
    this.#saveSoon();
  }

  /** Puts another program in the place of this one, which `undo` brings back. */
  replace(code: string, author: Author): void {
    // An inserted program that the user did not edit need not be restored; the program that it replaced must be.
    const replaced = this.#code === this.#putIn && this.#replaced !== null ? this.#replaced : this.#code;
    if (this.#open !== null && author.type !== 'own') this.#open.origin = { author, hash: programHash(code) };
    this.edit(code);
    this.#putIn = code;
    this.#replaced = this.#isOwn(replaced) && replaced !== code ? replaced : null;
  }

  undo(): void {
    if (this.#replaced !== null) this.edit(this.#replaced);
    this.#replaced = null;
  }

  /** The other tab's program takes the place of this one. */
  takeTheirs(): void {
    if (this.#theirs !== null) this.#choose(this.#theirs);
  }

  /** This program takes the place of the other tab's, where the user is asked in turn. */
  keepMine(): void {
    if (this.#theirs !== null) this.#choose(this.#code);
  }

  /** The page goes, and may be gone before anything that takes a while has been done. */
  leave(): void {
    const open = this.#open;
    this.#leaveQuestion();
    if (open !== null && this.#code !== this.#kept)
      this.#unsaved.leave(open.problem, { code: this.#code, revision: open.revision });
    this.save();
    this.#others.leave();
  }

  /** Writes the program away now. */
  save(): void {
    const open = this.#open;
    const code = this.#code;
    if (this.#timer === null || open === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#enqueue(() => this.#write(open, code));
  }

  #saveSoon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  /**
   * Keeps this tab's own program for the unanswered question. The stored program is the other tab's, and the program
   * set aside can come from any tab.
   */
  #leaveQuestion(): void {
    if (this.#open === null || this.#theirs === null || !this.written) return;
    this.#unanswered.leave(this.#open.problem, { code: this.#code, revision: this.#open.revision });
  }

  /**
   * Continues with the question that this tab left unanswered, and with the program that a closing page could not
   * store.
   */
  #takeUp(open: OpenDraft): void {
    const own = this.#unanswered.read(open.problem);
    const isAsked = own !== null && own.revision < open.revision && own.code !== this.#code;
    if (isAsked) {
      this.#theirs = this.#code;
      this.#code = own.code;
      open.revision = own.revision;
    } else this.#unanswered.forget(open.problem);
    const word = this.#unsaved.read(open.problem);
    if (word === null) return;
    if (word.code === this.#kept) return this.#unsaved.forget(open.problem);
    if (isAsked && word.code !== own.code) {
      // This program is another tab's, which closed before it could store it. The question is about that program, and
      // this tab keeps its own.
      this.#theirs = word.code;
      return;
    }
    // If another tab has stored a program since, the save finds it and asks the user.
    open.revision = word.revision;
    this.#code = word.code;
    this.#saveSoon();
    this.save();
  }

  #choose(code: string): void {
    const open = this.#open;
    if (open === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    // The rejected version no longer needs a last word, even if a closing tab left it.
    if (this.#unsaved.read(open.problem)?.code === this.#theirs) this.#unsaved.forget(open.problem);
    this.#code = code;
    this.#theirs = null;
    this.#unanswered.forget(open.problem);
    this.#enqueue(async () => {
      // The choice covers the revisions that were seen, and no later one.
      open.revision = open.seen;
      await this.#write(open, code, true);
    });
  }

  async #write(open: OpenDraft, code: string, chosen = false): Promise<void> {
    let written: number | null = null;
    await this.#drafts.update(open.problem, (stored) => {
      const revision = stored?.revision ?? 0;
      if (stored !== undefined && revision !== open.revision)
        return stored.code === code ? undefined : { ...stored, aside: code };
      written = revision + 1;
      const { aside, ...rest } = stored ?? {};
      const { origin } = open;
      return {
        ...rest,
        ...(origin && { origin }),
        ...(chosen || aside === undefined ? {} : { aside }),
        code,
        revision: written,
      };
    });
    if (open === this.#open) this.#kept = code;
    // Another one may be of another tab, which is gone.
    if (this.#unsaved.read(open.problem)?.code === code) this.#unsaved.forget(open.problem);
    if (written === null) return this.#look(open);
    open.revision = open.seen = written;
    this.#others.saved(open.problem);
  }

  /** Another tab may have written this program. */
  async #look(open: OpenDraft): Promise<void> {
    const stored = await this.#drafts.read(open.problem);
    if (stored === undefined || open !== this.#open || stored.revision === open.revision) return;
    open.seen = stored.revision;
    // The text never changes under the caret or in view, for example between selecting all and typing.
    if (!this.written && !this.#touched && this.#others.hidden) this.#code = this.#kept = stored.code;
    const isSame = stored.code === this.#code;
    this.#theirs = isSame ? null : stored.code;
    if (!isSame) return;
    open.revision = stored.revision;
    // The page was about to go, and stayed.
    this.#unanswered.forget(open.problem);
  }

  #enqueue(step: () => Promise<void>): void {
    this.#queue = this.#queue.then(step);
  }

  #isOwn(code: string): boolean {
    return code.trim() !== '' && code !== this.#starter;
  }
}

/** Equal for two programs that differ only in white space at the ends of lines and in blank lines. */
function programHash(code: string): number {
  return textHash([code.replace(/\s*\n/g, '\n').trim()]);
}

/** A tab that is killed sends no message, so the tabs that are known are asked this often. */
const ASK_MILLISECONDS = 5000;

/** The other tabs with the problem that is open in this one. They send each other a message when they open, save or leave it. */
export class OtherTabs {
  readonly #tabs: TabChannel;
  readonly #onSaved: () => void;
  #problem: ProblemRef | null = null;
  #present = $state(false);
  /** Runs while `present`. */
  #asking: ReturnType<typeof setInterval> | undefined;
  #isAnswered = false;

  /** @param onSaved called when another tab has saved its program for the open problem */
  constructor(tabs: TabChannel, onSaved: () => void) {
    this.#tabs = tabs;
    this.#onSaved = onSaved;
    tabs.listen((word) => {
      if (this.#problem !== null && isSameProblem(word.problem, this.#problem)) this.#receive(word);
    });
  }

  /** Whether the problem is open in another tab, too. */
  get present(): boolean {
    return this.#present;
  }

  /** Whether this tab is in the background. */
  get hidden(): boolean {
    return this.#tabs.hidden;
  }

  open(problem: ProblemRef): void {
    this.#problem = problem;
    this.#note(false);
    this.#tabs.tell({ type: 'opened', problem });
  }

  saved(problem: ProblemRef): void {
    this.#tabs.tell({ type: 'saved', problem });
  }

  /** The page goes, and may come back. */
  leave(): void {
    if (this.#problem !== null) this.#tabs.tell({ type: 'left', problem: this.#problem });
  }

  close(): void {
    const problem = this.#problem;
    this.#problem = null;
    this.#note(false);
    if (problem !== null) this.#tabs.tell({ type: 'left', problem });
  }

  #receive({ type, problem }: TabWord): void {
    switch (type) {
      case 'opened':
        this.#note(true);
        this.#tabs.tell({ type: 'present', problem });
        return;
      case 'present':
        this.#note(true);
        return;
      case 'left':
        // A third one may still have it.
        this.#note(false);
        this.#tabs.tell({ type: 'opened', problem });
        return;
      case 'saved':
        this.#onSaved();
    }
  }

  #note(present: boolean): void {
    this.#present = this.#isAnswered = present;
    clearInterval(this.#asking);
    if (present) this.#asking = setInterval(() => this.#ask(), ASK_MILLISECONDS);
  }

  #ask(): void {
    if (!this.#isAnswered) this.#note(false);
    else if (this.#problem !== null) {
      this.#isAnswered = false;
      this.#tabs.tell({ type: 'opened', problem: this.#problem });
    }
  }
}
