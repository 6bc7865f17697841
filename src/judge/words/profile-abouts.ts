/**
 * A sentence about each profile, which helps the user choose. Separate from the profiles, because the first screen
 * shows no such sentence.
 */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  standard: 'The rules of a contest: a real script, every hidden test, all or nothing.',
  'deepcoder-paper':
    'As the paper describes it: no Python block, no reward; the 15 longest inputs; 6 s a test.',
  rllm: 'The grader DeepCoder’s code uses today, faults included.',
  lcb: 'LiveCodeBench’s own grader, faults included.',
  'reward-kit': 'Fireworks’ DeepCoder reward: first block, words compared, an exit loses the output.',
  tinker: 'LiveCodeBench’s tests with a small penalty for an answer without code.',
  'open-r1':
    'Lines compared in pairs, so a correct beginning passes; more than 99 % of the tests are enough.',
  'verl-prime-code':
    'verl’s grader without a sandbox: the share of the first ten tests, 10 s each; calls all or nothing.',
  'verl-sandbox-fusion':
    'verl with a SandboxFusion service: the share of the first ten tests, by the text that is printed.',
  'nemo-gym': 'LiveCodeBench’s grader as NeMo-Gym has mended it; an answer with a think tag earns nothing.',
  'open-instruct': 'Olmo’s code reward by its defaults: the share of the tests passed, 1 s each.',
  'intellect-3': 'Prime Intellect’s code environment: 15 tests, drawn by it and here the first, 20 s each.',
  'lm-eval':
    'lm-eval’s mbpp_instruct: the answer goes on in an open block; a program that reads input fails.',
  fractional: 'The share of tests passed. For teaching only: a model learns to pass the easy tests.',
};

export function profileAbout(name: string): string {
  return DESCRIPTIONS[name] ?? 'Your own choice of rules.';
}
