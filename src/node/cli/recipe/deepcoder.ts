/**
 * DeepCoder's published settings (GRPO+), each with its source and its name in the trainers. There are two stages:
 * answers of 16K tokens, then of 32K.
 */
export interface RecipeStage {
  readonly name: string;
  readonly title: string;
  readonly prompts: number;
  readonly promptsAnUpdate: number;
  readonly answerTokens: number;
}

const SCRIPTS = 'scripts/deepcoder/train of agentica-project/rllm at 874daa4';
const RELEASE = 'https://www.together.ai/blog/deepcoder, “GRPO+”';

export const BASE = 'deepseek-ai/DeepSeek-R1-Distill-Qwen-14B';
export const GPUS = 32;

/** From 14b_coding_16k.sh and 14b_coding_32k.sh in `SCRIPTS`. The second stage starts from step 180 of the first. */
export const STAGES: readonly RecipeStage[] = [
  { name: 'stage-1-16k', title: '16K', prompts: 32, promptsAnUpdate: 16, answerTokens: 16_384 },
  { name: 'stage-2-32k', title: '32K', prompts: 128, promptsAnUpdate: 64, answerTokens: 32_768 },
];

/** Number of samples of a prompt. */
const GROUP = 8;

type Named = Readonly<Record<string, string | number | boolean>>;

export interface Setting {
  readonly what: string;
  readonly source: string;
  /** Options of TRL's `GRPOConfig`; empty if it has none for the setting. */
  readonly trl: Named;
  /** Options of verl's configuration, which rLLM's backend also uses. */
  readonly verl: Named;
  /** Options that have a name of their own in rLLM. */
  readonly rllm?: Named;
}

const ACTOR = 'actor_rollout_ref.actor';
const ROLLOUT = 'actor_rollout_ref.rollout';

export function settingsOf({ prompts, promptsAnUpdate, answerTokens }: RecipeStage): readonly Setting[] {
  return [
    {
      what: 'the advantage over one’s group, by its standard deviation',
      source: SCRIPTS,
      trl: { scale_rewards: 'group' },
      verl: { 'algorithm.adv_estimator': 'grpo', 'algorithm.norm_adv_by_std_in_grpo': true },
    },
    {
      what: 'no KL loss',
      source: RELEASE,
      trl: { beta: 0 },
      verl: { [`${ACTOR}.use_kl_loss`]: false, 'algorithm.use_kl_in_reward': false },
    },
    {
      what: 'no entropy loss',
      source: RELEASE,
      trl: { entropy_coef: 0 },
      verl: { [`${ACTOR}.entropy_coeff`]: 0 },
    },
    {
      what: 'clip high',
      source: RELEASE,
      trl: { epsilon: 0.2, epsilon_high: 0.28 },
      verl: { [`${ACTOR}.clip_ratio_low`]: 0.2, [`${ACTOR}.clip_ratio_high`]: 0.28 },
    },
    {
      what: 'overlong filtering; verl 0.9.1 has none, and the others mask in ways of their own',
      source: RELEASE,
      trl: { mask_truncated_completions: true },
      verl: {},
      rllm: {
        'rllm.compact_filtering.enable': true,
        'rllm.compact_filtering.mask_max_response_length_exceeded': true,
      },
    },
    {
      what: 'every token counts the same',
      source: `${SCRIPTS}: use_token_level_loss`,
      trl: { loss_type: 'dapo' },
      verl: { [`${ACTOR}.loss_agg_mode`]: 'token-mean' },
    },
    {
      what: 'samples of a prompt',
      source: SCRIPTS,
      trl: { num_generations: GROUP },
      verl: { [`${ROLLOUT}.n`]: GROUP },
    },
    {
      what: 'temperature',
      source: SCRIPTS,
      trl: { temperature: 0.6 },
      verl: { [`${ROLLOUT}.temperature`]: 0.6, [`${ROLLOUT}.val_kwargs.temperature`]: 0.6 },
    },
    {
      what: 'the longest answer, and the longest prompt where there is a limit',
      source: SCRIPTS,
      trl: { max_completion_length: answerTokens },
      verl: { 'data.max_response_length': answerTokens, 'data.max_prompt_length': 2048 },
    },
    {
      what: 'prompts of a step, and of an update: two updates a step',
      source: SCRIPTS,
      trl: {
        generation_batch_size: prompts * GROUP,
        per_device_train_batch_size: 1,
        gradient_accumulation_steps: (promptsAnUpdate * GROUP) / GPUS,
      },
      verl: {
        'data.train_batch_size': prompts,
        [`${ACTOR}.ppo_mini_batch_size`]: promptsAnUpdate,
        [`${ACTOR}.use_dynamic_bsz`]: true,
      },
    },
    {
      what: 'each sample is used once',
      source: SCRIPTS,
      trl: { num_iterations: 1 },
      verl: { [`${ACTOR}.ppo_epochs`]: 1 },
    },
    {
      what: 'learning rate, and where the gradient is clipped',
      source: SCRIPTS,
      trl: { learning_rate: 0.000001, lr_scheduler_type: 'constant', max_grad_norm: 1 },
      verl: { [`${ACTOR}.optim.lr`]: 0.000001, [`${ACTOR}.grad_clip`]: 1 },
    },
  ];
}
