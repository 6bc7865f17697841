import { textHash } from '../../../base/text-hash.ts';
import { OWN_AUTHOR, type Author } from '../../../domain/answer.ts';
import type { Draft, ProgramOrigin } from '../../../domain/stored-work.ts';
import { isSameProblem, type ProblemRef } from '../../../domain/problem.ts';
import type { UnloadDrafts } from '../../../storage/unload-drafts.ts';
import type { TabChannel, TabWord } from '../../../storage/tab-channel.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { PlaygroundParts } from './playground-parts.ts';

const SAVE_AFTER_MS = 250;

interface OpenDraft {
  readonly problem: ProblemRef;
  /** The revision that the shown program is based on. */
  revision: number;
  /**
   * The latest revision that was read. It is later than `revision` while the user has to choose between two programs.
   */
  seenRevision: number;
  /** The author of the last inserted program; undefined if the user is the author. */
  origin: ProgramOrigin | undefined;
}

/**
 * The user's program for the open problem, saved on this device during editing. Two tabs never overwrite each other's
 * program: if another tab has stored a version that this tab has not read, saving asks the user which one to keep.
 */
export class DraftState {
  readonly #drafts: Tables['drafts'];
  readonly #otherTabs: OtherTabs;
  /** Programs that were not stored when the page closed. They are written synchronously. */
  readonly #unsavedDrafts: UnloadDrafts;
  /** This tab's programs from questions that the user did not answer before leaving. */
  readonly #unansweredDrafts: UnloadDrafts;
  #openDraft: OpenDraft | null = null;
  #starter = '';
  code = $state.raw('');
  /** The last program that is certainly stored. */
  #storedCode = '';
  /** The program that `replace` removed; null if it was not the user's own. */
  replacedCode = $state.raw<string | null>(null);
  /** The program that `replace` inserted. */
  #insertedCode = '';
  /** The other tab's version of the program, or null if there is nothing to choose. */
  otherTabCode = $state.raw<string | null>(null);
  /** Whether the editor has had the focus since the problem was opened. */
  #isTouched = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Runs writes in sequence, because each depends on the result of the one before. */
  #queue: Promise<void> = Promise.resolve();

  constructor(drafts: Tables['drafts'], tabs: TabChannel, unloadDrafts: PlaygroundParts['unloadDrafts']) {
    this.#drafts = drafts;
    this.#otherTabs = new OtherTabs(tabs, () => {
      const openDraft = this.#openDraft;
      if (openDraft !== null) this.#enqueue(() => this.#readOtherVersion(openDraft));
    });
    this.#unsavedDrafts = unloadDrafts.device;
    this.#unansweredDrafts = unloadDrafts.tab;
  }

  /** Whether the problem is also open in another tab. */
  get isOpenInOtherTab(): boolean {
    return this.#otherTabs.isOtherTabPresent;
  }

  /**
   * The author of the program. The user becomes the author of an inserted program with the first change to its text.
   */
  get author(): Author {
    const origin = this.#openDraft?.origin;
    return origin?.hash === programHash(this.code) ? origin.author : OWN_AUTHOR;
  }

  /** Whether the program differs from the starter code of the problem and is not empty. */
  get isWritten(): boolean {
    return this.#isOwn(this.code);
  }

  /** Shows the stored program of a problem, or its starter code if no program is stored. */
  open(problem: ProblemRef, storedDraft: Draft | undefined, starter: string): void {
    const revision = storedDraft?.revision ?? 0;
    this.#openDraft = { problem, revision, seenRevision: revision, origin: storedDraft?.origin };
    this.#starter = starter;
    this.code = this.#storedCode = storedDraft === undefined || revision === 0 ? starter : storedDraft.code;
    this.otherTabCode = storedDraft?.aside === this.code ? null : (storedDraft?.aside ?? null);
    this.#takeUp(this.#openDraft);
    this.#isTouched = false;
    this.#otherTabs.open(problem);
  }

  /** Saves the program. Edits are ignored until the next `open`. */
  close(): void {
    this.#leaveQuestion();
    this.save();
    this.#openDraft = null;
    this.#otherTabs.close();
    this.replacedCode = null;
    this.otherTabCode = null;
  }

  /** Records that the editor has the focus. From now on, only the user changes the program. */
  markEdited(): void {
    this.#isTouched = true;
  }

  edit(code: string): void {
    if (this.#openDraft === null || code === this.code) return;
    this.code = code;
    this.#saveSoon();
  }

  /** Replaces the program. `undo` restores it. */
  replace(code: string, author: Author): void {
    // If the user did not edit an inserted program, it need not be restored, but the program that it replaced must be.
    const replaced =
      this.code === this.#insertedCode && this.replacedCode !== null ? this.replacedCode : this.code;
    if (this.#openDraft !== null && author.type !== 'own')
      this.#openDraft.origin = { author, hash: programHash(code) };
    this.edit(code);
    this.#insertedCode = code;
    this.replacedCode = this.#isOwn(replaced) && replaced !== code ? replaced : null;
  }

  undo(): void {
    if (this.replacedCode !== null) this.edit(this.replacedCode);
    this.replacedCode = null;
  }

  /** Replaces this program with the other tab's. */
  takeTheirs(): void {
    if (this.otherTabCode !== null) this.#choose(this.otherTabCode);
  }

  /** Replaces the other tab's program with this one. The other tab then asks its user which one to keep. */
  keepMine(): void {
    if (this.otherTabCode !== null) this.#choose(this.code);
  }

  /**
   * Stores the program when the page may be closing. Asynchronous writes may not finish, so the program is also written
   * synchronously.
   */
  leave(): void {
    const openDraft = this.#openDraft;
    this.#leaveQuestion();
    if (openDraft !== null && this.code !== this.#storedCode)
      this.#unsavedDrafts.leave(openDraft.problem, { code: this.code, revision: openDraft.revision });
    this.save();
    this.#otherTabs.leave();
  }

  /** Stores the program now. */
  save(): void {
    const openDraft = this.#openDraft;
    const code = this.code;
    if (this.#timer === null || openDraft === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#enqueue(() => this.#write(openDraft, code));
  }

  #saveSoon(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  /**
   * Stores this tab's own program while the question is unanswered. The stored program is that of the other tab, and
   * the program in `aside` may be from any tab.
   */
  #leaveQuestion(): void {
    if (this.#openDraft === null || this.otherTabCode === null || !this.isWritten) return;
    this.#unansweredDrafts.leave(this.#openDraft.problem, {
      code: this.code,
      revision: this.#openDraft.revision,
    });
  }

  /** Restores the question that this tab left unanswered, and the program that was not stored when a page closed. */
  #takeUp(openDraft: OpenDraft): void {
    const ownDraft = this.#unansweredDrafts.read(openDraft.problem);
    const isAsked =
      ownDraft !== null && ownDraft.revision < openDraft.revision && ownDraft.code !== this.code;
    if (isAsked) {
      this.otherTabCode = this.code;
      this.code = ownDraft.code;
      openDraft.revision = ownDraft.revision;
    } else this.#unansweredDrafts.forget(openDraft.problem);
    const unsavedDraft = this.#unsavedDrafts.read(openDraft.problem);
    if (unsavedDraft === null) return;
    if (unsavedDraft.code === this.#storedCode) return this.#unsavedDrafts.forget(openDraft.problem);
    if (isAsked && unsavedDraft.code !== ownDraft.code) {
      // Another tab was closed before it could store this program. The question is about that program, and this tab
      // keeps its own.
      this.otherTabCode = unsavedDraft.code;
      return;
    }
    // If another tab has stored a program since then, saving detects it and asks the user.
    openDraft.revision = unsavedDraft.revision;
    this.code = unsavedDraft.code;
    this.#saveSoon();
    this.save();
  }

  #choose(code: string): void {
    const openDraft = this.#openDraft;
    if (openDraft === null) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    // The rejected version need not be stored any more, even if a closing tab left it.
    if (this.#unsavedDrafts.read(openDraft.problem)?.code === this.otherTabCode)
      this.#unsavedDrafts.forget(openDraft.problem);
    this.code = code;
    this.otherTabCode = null;
    this.#unansweredDrafts.forget(openDraft.problem);
    this.#enqueue(async () => {
      // The choice applies to the revisions that this tab has read, not to later ones.
      openDraft.revision = openDraft.seenRevision;
      await this.#write(openDraft, code, true);
    });
  }

  async #write(openDraft: OpenDraft, code: string, isChosen = false): Promise<void> {
    let newRevision: number | null = null;
    await this.#drafts.update(openDraft.problem, (storedDraft) => {
      const revision = storedDraft?.revision ?? 0;
      if (storedDraft !== undefined && revision !== openDraft.revision)
        return storedDraft.code === code ? undefined : { ...storedDraft, aside: code };
      newRevision = revision + 1;
      const { aside, ...rest } = storedDraft ?? {};
      const { origin } = openDraft;
      return {
        ...rest,
        ...(origin && { origin }),
        ...(isChosen || aside === undefined ? {} : { aside }),
        code,
        revision: newRevision,
      };
    });
    if (openDraft === this.#openDraft) this.#storedCode = code;
    // A different program was left behind by another tab, which has been closed.
    if (this.#unsavedDrafts.read(openDraft.problem)?.code === code)
      this.#unsavedDrafts.forget(openDraft.problem);
    if (newRevision === null) return this.#readOtherVersion(openDraft);
    openDraft.revision = openDraft.seenRevision = newRevision;
    this.#otherTabs.saved(openDraft.problem);
  }

  /** Reads the stored program, which another tab may have written. */
  async #readOtherVersion(openDraft: OpenDraft): Promise<void> {
    const storedDraft = await this.#drafts.read(openDraft.problem);
    if (
      storedDraft === undefined ||
      openDraft !== this.#openDraft ||
      storedDraft.revision === openDraft.revision
    )
      return;
    openDraft.seenRevision = storedDraft.revision;
    // The text never changes at the caret or in view, for example between selecting all text and typing.
    if (!this.isWritten && !this.#isTouched && this.#otherTabs.isHidden)
      this.code = this.#storedCode = storedDraft.code;
    const isSame = storedDraft.code === this.code;
    this.otherTabCode = isSame ? null : storedDraft.code;
    if (!isSame) return;
    openDraft.revision = storedDraft.revision;
    // The page was about to close, but stayed open.
    this.#unansweredDrafts.forget(openDraft.problem);
  }

  #enqueue(step: () => Promise<void>): void {
    this.#queue = this.#queue.then(step);
  }

  #isOwn(code: string): boolean {
    return code.trim() !== '' && code !== this.#starter;
  }
}

/** Returns the same hash for programs that differ only in blank lines and in white space at the ends of lines. */
function programHash(code: string): number {
  return textHash([code.replace(/\s*\n/g, '\n').trim()]);
}

/** Milliseconds between two requests to the other tabs. A killed tab does not report that it has closed. */
const ASK_MILLISECONDS = 5000;

/**
 * Detects whether other tabs have the same problem open. Tabs send each other messages when they open, save or leave a
 * problem.
 */
export class OtherTabs {
  readonly #tabs: TabChannel;
  readonly #onSaved: () => void;
  #problem: ProblemRef | null = null;
  /** Whether the problem is also open in another tab. */
  isOtherTabPresent = $state(false);
  /** The timer that sends the requests while `isOtherTabPresent` is true. */
  #askTimer: ReturnType<typeof setInterval> | undefined;
  #isAnswered = false;

  /** @param onSaved called when another tab has saved its program for the open problem */
  constructor(tabs: TabChannel, onSaved: () => void) {
    this.#tabs = tabs;
    this.#onSaved = onSaved;
    tabs.listen((message) => {
      if (this.#problem !== null && isSameProblem(message.problem, this.#problem)) this.#receive(message);
    });
  }

  /** Whether this tab is in the background. */
  get isHidden(): boolean {
    return this.#tabs.isHidden;
  }

  open(problem: ProblemRef): void {
    this.#problem = problem;
    this.#note(false);
    this.#tabs.post({ type: 'opened', problem });
  }

  saved(problem: ProblemRef): void {
    this.#tabs.post({ type: 'saved', problem });
  }

  /** Reports that this page may be closing. The page may also be restored later. */
  leave(): void {
    if (this.#problem !== null) this.#tabs.post({ type: 'left', problem: this.#problem });
  }

  close(): void {
    const problem = this.#problem;
    this.#problem = null;
    this.#note(false);
    if (problem !== null) this.#tabs.post({ type: 'left', problem });
  }

  #receive({ type, problem }: TabWord): void {
    switch (type) {
      case 'opened':
        this.#note(true);
        this.#tabs.post({ type: 'present', problem });
        return;
      case 'present':
        this.#note(true);
        return;
      case 'left':
        // A third tab may still have the problem open.
        this.#note(false);
        this.#tabs.post({ type: 'opened', problem });
        return;
      case 'saved':
        this.#onSaved();
    }
  }

  #note(isPresent: boolean): void {
    this.isOtherTabPresent = this.#isAnswered = isPresent;
    clearInterval(this.#askTimer);
    if (isPresent) this.#askTimer = setInterval(() => this.#ask(), ASK_MILLISECONDS);
  }

  #ask(): void {
    if (!this.#isAnswered) this.#note(false);
    else if (this.#problem !== null) {
      this.#isAnswered = false;
      this.#tabs.post({ type: 'opened', problem: this.#problem });
    }
  }
}
