import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blockedStorage } from '../../../../tests/builders/web-storage.ts';
import { eventually } from '../../../../tests/builders/eventually.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { TabChannel, TabWord } from '../../../storage/tab-channel.ts';
import { UnloadDrafts } from '../../../storage/unload-drafts.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { DraftState } from './draft-state.svelte.ts';

const SUM = { set: 'sums.jsonl', id: 'sum' };
const OTHER = { set: 'later.jsonl', id: 'sum' };
const STARTER = '# start\n';

let drafts = memoryTables().drafts;
let lastWords = new UnloadDrafts(blockedStorage());
let tabs: ((word: TabWord) => void)[] = [];
/** Whether new tabs are in the background. */
let hidden = false;
beforeEach(() => {
  hidden = false;
  drafts = memoryTables().drafts;
  lastWords = new UnloadDrafts(blockedStorage());
  tabs = [];
});

/** Opens the problem in another tab. A deaf tab does not receive the messages of other tabs. */
async function tab(
  problem: ProblemRef = SUM,
  deaf = false,
  ownWords = new UnloadDrafts(blockedStorage()),
): Promise<DraftState> {
  let own: (word: TabWord) => void = () => undefined;
  const isHidden = hidden;
  const channel: TabChannel = {
    isHidden,
    post: (word) => tabs.filter((other) => other !== own).forEach((hear) => hear(word)),
    listen: (hear) => {
      own = hear;
      if (!deaf) tabs.push(hear);
    },
  };
  const draft = new DraftState(drafts, channel, { device: lastWords, tab: ownWords });
  draft.open(problem, await drafts.read(problem), STARTER);
  return draft;
}

async function write(draft: DraftState, code: string): Promise<void> {
  draft.edit(code);
  draft.save();
  await settled();
}

/** Waits for a task of the event loop, so that all pending promises have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const storedCode = async () => (await drafts.read(SUM))?.code;

describe('DraftState', () => {
  it('keeps a program under its own set', async () => {
    await write(await tab(), 'one');
    await write(await tab(OTHER), 'two');
    expect([(await tab()).code, (await tab(OTHER)).code]).toEqual(['one', 'two']);
  });

  it('saves by itself, and goes on saving on top of what it has saved', async () => {
    const draft = await tab();
    draft.edit('one');
    await eventually(async () => expect(await storedCode()).toBe('one'));
    draft.edit('two');
    draft.save();
    draft.edit('three');
    draft.save();
    await settled();
    expect([await storedCode(), draft.otherTabCode]).toEqual(['three', null]);
  });

  it('writes a program away that is left at once', async () => {
    const draft = await tab();
    draft.edit('one');
    draft.close();
    await settled();
    expect(await storedCode()).toBe('one');
  });
});

describe('a page that goes before its program is stored', () => {
  /** Edits in a tab that is closed before its write reaches the storage. */
  async function goWith(code: string): Promise<void> {
    const closedTab = await tab(SUM, true);
    vi.spyOn(drafts, 'update').mockReturnValueOnce(new Promise(() => undefined));
    closedTab.edit(code);
    closedTab.leave();
    await settled();
  }

  it('leaves it to the next one, which stores it', async () => {
    await write(await tab(), 'begun');
    await goWith('in the middle of a wo');
    const next = await tab();
    expect([next.code, next.otherTabCode]).toEqual(['in the middle of a wo', null]);
    await settled();
    expect([await storedCode(), lastWords.read(SUM)]).toEqual(['in the middle of a wo', null]);
  });

  it('loses neither program where another tab has written since', async () => {
    await write(await tab(), 'begun');
    const there = await tab();
    await goWith('mine');
    await write(there, 'theirs');
    expect(lastWords.read(SUM)?.code).toBe('mine');
    const next = await tab();
    await settled();
    expect([next.code, next.otherTabCode, await storedCode()]).toEqual(['mine', 'theirs', 'theirs']);
  });

  it('leaves nothing where all is stored, and nothing behind where it stays after all', async () => {
    const draft = await tab();
    await write(draft, 'one');
    draft.leave();
    expect(lastWords.read(SUM)).toBeNull();
    draft.edit('two');
    draft.leave();
    expect(lastWords.read(SUM)?.code).toBe('two');
    await settled();
    expect([await storedCode(), lastWords.read(SUM)]).toEqual(['two', null]);
  });
});

describe('two tabs on one problem', () => {
  it('follow each other where the other is in the background, with nothing of its own', async () => {
    const here = await tab();
    hidden = true;
    const there = await tab();
    await write(here, 'one');
    expect([there.code, there.otherTabCode]).toEqual(['one', null]);
    await write(here, 'one, and on');
    expect([there.code, there.otherTabCode]).toEqual(['one', 'one, and on']);
    await write(there, 'two');
    expect([here.code, here.otherTabCode]).toEqual(['one, and on', null]);
  });

  it.each([
    ['in view', false, false],
    ['in the background, its editor was in use', true, true],
  ])('leave the text alone that is %s', async (_which, isHidden, isTouched) => {
    const here = await tab();
    hidden = isHidden;
    const there = await tab();
    if (isTouched) there.markEdited();
    await write(here, 'one');
    expect([there.code, there.otherTabCode]).toEqual([STARTER, 'one']);
    // The user selected all text before the other program arrived, and now types over it.
    await write(there, 'two');
    expect([there.code, there.otherTabCode, await storedCode()]).toEqual(['two', 'one', 'one']);
    there.takeTheirs();
    await settled();
    expect([there.code, there.otherTabCode]).toEqual(['one', null]);
  });

  it('have nothing to choose where both write the same', async () => {
    const [here, there] = [await tab(), await tab()];
    await write(here, 'one');
    await write(there, 'one');
    expect([there.code, there.otherTabCode]).toEqual(['one', null]);
    await write(there, 'one, and on');
    expect([await storedCode(), here.otherTabCode]).toEqual(['one, and on', 'one, and on']);
  });

  it('show what is stored to a tab that comes again with nothing of its own', async () => {
    const own = new UnloadDrafts(blockedStorage());
    const [here, there] = [await tab(), await tab(SUM, false, own)];
    await write(here, 'one');
    there.leave();
    const next = await tab(SUM, false, own);
    expect([next.code, next.otherTabCode]).toEqual(['one', null]);
  });

  it('leave the choice to the user, and take theirs', async () => {
    await write(await tab(), 'begun');
    const [here, there] = [await tab(), await tab()];
    await write(here, 'here');
    expect([there.code, there.otherTabCode]).toEqual(['begun', 'here']);
    there.takeTheirs();
    await settled();
    expect([there.code, there.otherTabCode, here.otherTabCode, await storedCode()]).toEqual([
      'here',
      null,
      null,
      'here',
    ]);
    await write(there, 'on top');
    expect(await storedCode()).toBe('on top');
  });

  it('keep mine, and leave the other tab the choice in turn', async () => {
    await write(await tab(), 'begun');
    const [here, there] = [await tab(), await tab()];
    await write(here, 'here');
    await write(there, 'there');
    expect(await storedCode()).toBe('here');
    there.keepMine();
    await settled();
    expect([there.code, there.otherTabCode, await storedCode()]).toEqual(['there', null, 'there']);
    expect([here.code, here.otherTabCode]).toEqual(['here', 'there']);
    here.takeTheirs();
    await settled();
    expect([here.code, (await drafts.read(SUM))?.aside]).toEqual(['there', undefined]);
  });

  it('lose neither program when the one that was asked is closed without an answer', async () => {
    await write(await tab(), 'begun');
    const [here, there] = [await tab(), await tab()];
    await write(here, 'here');
    there.edit('there');
    there.close();
    await settled();
    await write(here, 'here, and on');
    const later = await tab();
    expect([later.code, later.otherTabCode]).toEqual(['here, and on', 'there']);
    await write(later, 'here, and later');
    expect((await tab()).otherTabCode).toBe('there');
    later.takeTheirs();
    await settled();
    expect([await storedCode(), (await tab()).otherTabCode]).toEqual(['there', null]);
  });

  it('do not overwrite each other where one did not hear of the other in time', async () => {
    await write(await tab(), 'begun');
    const [here, there] = [await tab(), await tab(SUM, true)];
    await write(here, 'here');
    there.edit('there');
    there.save();
    // The tab saves again before its first write has settled.
    there.edit('there, and on');
    there.save();
    await settled();
    expect([await storedCode(), there.code, there.otherTabCode]).toEqual(['here', 'there, and on', 'here']);
    await write(here, 'here, and on');
    there.keepMine();
    await settled();
    // One of the two programs has changed since the question, so the user is asked again.
    expect([await storedCode(), there.otherTabCode]).toEqual(['here, and on', 'here, and on']);
  });

  it('are not told of other problems', async () => {
    const [here, there] = [await tab(OTHER), await tab()];
    await write(there, 'mine');
    await write(here, 'theirs');
    expect([there.code, there.otherTabCode]).toEqual(['mine', null]);
  });
});

describe('a tab that was asked, and comes again without an answer', () => {
  /** Saves two programs in two tabs. `there` is the tab that saved second. */
  async function asked(mine: string | null) {
    await write(await tab(), 'begun');
    const own = new UnloadDrafts(blockedStorage());
    const [here, there] = [await tab(), await tab(SUM, false, own)];
    await write(here, 'theirs');
    if (mine !== null) await write(there, mine);
    return { here, there, again: () => tab(SUM, false, own) };
  }

  it.each([['mine'], [null]])('keeps its own program, the choice, and what each is: %j', async (written) => {
    const mine = written ?? 'begun';
    const { there, again } = await asked(written);
    there.leave();
    await settled();
    const next = await again();
    await settled();
    expect([next.code, next.otherTabCode, await storedCode()]).toEqual([mine, 'theirs', 'theirs']);
    next.keepMine();
    await settled();
    expect([next.code, next.otherTabCode, await storedCode()]).toEqual([mine, null, mine]);
    const last = await again();
    expect([last.code, last.otherTabCode]).toEqual([mine, null]);
  });

  it('can take theirs, and go on from there', async () => {
    const { there, again } = await asked('mine');
    there.close();
    await settled();
    const next = await again();
    next.takeTheirs();
    await settled();
    await write(next, 'on from theirs');
    expect([next.otherTabCode, await storedCode()]).toEqual([null, 'on from theirs']);
  });

  it('is asked about what another tab wrote last and could not store, and loses neither', async () => {
    const { there, again } = await asked('mine');
    there.close();
    await settled();
    lastWords.leave(SUM, { code: 'theirs, and last', revision: 2 });
    const next = await again();
    await settled();
    expect([next.code, next.otherTabCode]).toEqual(['mine', 'theirs, and last']);
    next.keepMine();
    await settled();
    expect([next.code, await storedCode(), lastWords.read(SUM)]).toEqual(['mine', 'mine', null]);
  });

  it('can take what another tab wrote last and could not store', async () => {
    const { there, again } = await asked('mine');
    there.close();
    await settled();
    lastWords.leave(SUM, { code: 'theirs, and last', revision: 2 });
    const next = await again();
    next.takeTheirs();
    await settled();
    expect([next.code, next.otherTabCode, await storedCode()]).toEqual([
      'theirs, and last',
      null,
      'theirs, and last',
    ]);
  });

  it('keeps what was typed right before it went', async () => {
    const { here, there, again } = await asked('mine');
    there.edit('mine, and on');
    there.leave();
    const next = await again();
    await settled();
    expect([next.code, next.otherTabCode]).toEqual(['mine, and on', 'theirs']);
    await write(here, 'theirs, and on');
    expect([next.code, next.otherTabCode]).toEqual(['mine, and on', 'theirs, and on']);
  });

  it('has nothing to choose where the others have taken its program meanwhile', async () => {
    const { here, there, again } = await asked('mine');
    there.leave();
    await settled();
    await write(here, 'mine');
    const next = await again();
    expect([next.code, next.otherTabCode]).toEqual(['mine', null]);
    await write(next, 'on');
    expect([next.otherTabCode, await storedCode()]).toEqual([null, 'on']);
  });

  it('does not show it to another tab as its own', async () => {
    const { there } = await asked('mine');
    there.leave();
    await settled();
    const other = await tab();
    expect([other.code, other.otherTabCode]).toEqual(['theirs', 'mine']);
  });
});

describe('tabs with one problem', () => {
  it('know of each other, as long as they have it open', async () => {
    const one = await tab();
    expect(one.isOpenInOtherTab).toBe(false);
    const other = await tab();
    const apart = await tab(OTHER);
    expect([one.isOpenInOtherTab, other.isOpenInOtherTab, apart.isOpenInOtherTab]).toEqual([
      true,
      true,
      false,
    ]);
    const third = await tab();
    third.close();
    expect([one.isOpenInOtherTab, other.isOpenInOtherTab, third.isOpenInOtherTab]).toEqual([
      true,
      true,
      false,
    ]);
    other.leave();
    other.close();
    expect(one.isOpenInOtherTab).toBe(false);
  });
});
