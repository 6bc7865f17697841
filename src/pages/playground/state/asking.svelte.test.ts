import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { PlaygroundHarness, ONE, RIGHT, TWO } from '../../../../tests/builders/playground-harness.ts';
import { pastedAnswer } from '../../../models/pasted.ts';

let harness = new PlaygroundHarness();
beforeEach(() => {
  harness = new PlaygroundHarness();
});

describe('a model whose code cannot be fetched', () => {
  it('is said to be so, and what was shown stays', async () => {
    const { playground, endpoint, view } = await harness.open();
    endpoint.setBaseUrl('http://localhost:1/v1');
    await playground.ask();
    for (const pick of ['endpoint:offline', 'gpu:big']) {
      view.go({ pick });
      await playground.ask();
    }
    expect(harness.said).toEqual([
      'Endpoint: offline could not be loaded: no network. Ask again, or choose another model.',
      'GPU: big could not be loaded: no models on this machine. Ask again, or choose another model.',
    ]);
    expect([playground.busy, playground.answer.record?.label]).toEqual([false, 'Example: correct answer']);
  });
});

describe('a problem that is on its way', () => {
  it('is waited for by who asks, or submits, before the page is there', async () => {
    const asked: Promise<void>[] = [];
    const { playground } = await harness.open('#/problem/two', (early) => void asked.push(early.ask()));
    await asked[0];
    expect([playground.openedProblem?.ref, playground.judging.record?.kind]).toEqual([TWO, 'completion']);
    await harness.tables.drafts.update(ONE, () => ({ code: 'print(2)', revision: 1 }));
    await harness.open('', (early) => void asked.push(early.program.submit()));
    await asked[1];
    expect(harness.judge.codes).toEqual(['print(1)', 'print(2)']);
  });

  it('is asked where it was gone to, and not when it was left again', async () => {
    const { playground, view } = await harness.open('#/problem/one');
    view.go({ problem: 'two' });
    await playground.ask();
    expect([playground.openedProblem?.ref, playground.answer.phase]).toEqual([TWO, 'ended']);
    view.go({ problem: 'one' });
    const asking = playground.ask();
    view.go({ problem: 'hard' });
    await asking;
    await eventually(() => expect(playground.openedProblem?.ref.id).toBe('hard'));
    expect([playground.answer.phase, harness.judge.codes]).toEqual(['none', ['print(1)']]);
  });

  it('is not waited for for ever where it cannot be had', async () => {
    const asked: Promise<void>[] = [];
    const { playground } = await harness.open('#/problem/nowhere', (early) => void asked.push(early.ask()));
    await asked[0];
    expect([playground.problem.phase.type, playground.busy]).toEqual(['missing', false]);
  });
});

describe('the chosen rules', () => {
  it('judge, and leave a verdict of other rules outdated', async () => {
    const { bar, playground, view } = await harness.open();
    await playground.ask();
    expect(playground.verdict.outdated).toBe(false);
    view.go({ rules: 'rllm' });
    expect(bar.hash).toContain('rules=rllm');
    expect([playground.terms.profile.title, playground.verdict.outdated]).toEqual(['rLLM', true]);
    await playground.judgeAgain();
    expect(harness.judge.profiles).toEqual(['standard', 'rllm']);
    expect([playground.judging.record?.report.profile, playground.verdict.outdated]).toEqual(['rllm', false]);
  });

  it('decide at the first failure only where one failure does', async () => {
    const { playground, view } = await harness.open('#/problem/one?rules=fractional');
    const watched: (number | undefined)[] = [];
    for (const rules of ['fractional', 'standard']) {
      view.go({ rules });
      const open = hold(harness.judge);
      playground.draft.edit('print(2)');
      const submitted = playground.program.submit();
      await eventually(() => expect(playground.judging.results.length).toBeGreaterThan(0));
      watched.push(playground.judging.decidingResult?.index);
      open();
      await submitted;
    }
    expect(watched).toEqual([undefined, 0]);
  });
});

describe('the chosen prompt', () => {
  const OWN = {
    name: 'Short',
    messages: [{ role: 'user', content: 'Solve: {{statement}}' }],
    format: { starter: '', plain: '' },
  } as const;
  const HASH = '#/problem/one?model=endpoint:tiny';

  async function endpointPage(hash = HASH) {
    const parts = await harness.open(hash);
    parts.endpoint.setBaseUrl('http://localhost:1/v1');
    return parts;
  }

  it('is what is sent, and is stored with the answer', async () => {
    const { bar, playground, sampling, view } = await endpointPage();
    view.go({ prompt: 'livecodebench' });
    sampling.change({ temperature: 0, seed: 7 });
    expect(bar.hash).toContain('prompt=livecodebench');
    const shown = (await playground.terms.question(playground.openedProblem!.problem)).messages;
    expect(shown.map(({ role }) => role)).toEqual(['system', 'user']);
    await playground.ask();
    expect(harness.asked).toEqual([{ messages: shown, logprobs: false, sampling: sampling.current }]);
    const record = await harness.tables.answers.read(ONE);
    expect(record?.asked).toMatchObject({
      prompt: { name: 'livecodebench', label: 'LiveCodeBench' },
      messages: shown,
      sampling: { temperature: 0, topP: 0.95, maxTokens: null, seed: 7 },
      refused: ['seed'],
      modelId: 'tiny@host',
      model: 'scripted-v2',
      fingerprint: 'fp_1',
      contextTokens: 8192,
    });
    expect(new Date(record?.asked?.at ?? '').toISOString()).toBe(record?.asked?.at);
    view.go({ prompt: null });
    expect(playground.answer.record?.asked?.messages).toEqual(shown);
    expect((await playground.terms.question(playground.openedProblem!.problem)).messages).not.toEqual(shown);
  });

  it('may be one of the user’s own, which an address names on this device only', async () => {
    const first = await endpointPage();
    first.view.go({ prompt: first.prompts.save(OWN) });
    expect((await first.playground.terms.question(first.playground.openedProblem!.problem)).messages).toEqual(
      [{ role: 'user', content: 'Solve: Print 1.' }],
    );
    const again = await endpointPage(first.bar.hash);
    expect([again.playground.terms.preset.label, again.playground.terms.unknownPrompt]).toEqual([
      'Short',
      null,
    ]);
    again.prompts.remove('Short');
    expect(again.playground.terms.unknownPrompt).toBe('own:Short');
    await again.playground.ask();
    expect(again.playground.answer.record?.asked?.prompt.name).toBe('deepcoder');
    const elsewhere = await endpointPage(first.bar.hash);
    expect(elsewhere.playground.terms.unknownPrompt).toBe('own:Short');
  });

  it('is not said of a recorded answer, for which nothing is sent', async () => {
    const { playground } = await harness.open();
    await playground.ask();
    expect(await harness.tables.answers.read(ONE)).not.toHaveProperty('asked');
  });
});

describe('an answer from elsewhere', () => {
  it('is judged, kept and shown like any other, and says that it was pasted', async () => {
    const { playground, problems } = await harness.open('#/problem/one?tab=program');
    await playground.paste(pastedAnswer(RIGHT.raw, 'a friend'));
    expect(playground.answer.record).toMatchObject({
      label: 'Pasted: a friend',
      ended: true,
      completion: { reasoning: 'hm' },
    });
    expect(playground.judging.record?.report.reward).toBe(1);
    expect(problems.progressOf(ONE)).toEqual({ pasted: 'solved' });
    const again = await harness.open('#/problem/one');
    expect(again.playground.answer.record?.label).toBe('Pasted: a friend');
    expect(again.playground.judging.record?.report.reward).toBe(1);
  });
});
