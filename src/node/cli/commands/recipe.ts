/**
 * `allpass recipe`: writes files that start a training with DeepCoder's published settings. Runs no Python, so it needs
 * no page.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../base/error-message.ts';
import { inRoot } from '../../bootstrap/root.mjs';
import { value } from '../options/options.ts';
import { printLine, didYouMean, UsageError } from '../text/messages.ts';
import { userPath } from '../input/input-files.ts';
import { command } from './command.ts';

/**
 * DeepCoder's published settings (GRPO+), each with its source and its name in the trainers. There are two stages:
 * answers of 16K tokens, then of 32K.
 */
interface RecipeStage {
  readonly name: string;
  readonly title: string;
  readonly prompts: number;
  readonly promptsAnUpdate: number;
  readonly answerTokens: number;
}

const SCRIPTS = 'scripts/deepcoder/train of agentica-project/rllm at 874daa4';
const RELEASE = 'https://www.together.ai/blog/deepcoder, “GRPO+”';

const BASE = 'deepseek-ai/DeepSeek-R1-Distill-Qwen-14B';
const GPUS = 32;

/** From 14b_coding_16k.sh and 14b_coding_32k.sh in `SCRIPTS`. The second stage starts from step 180 of the first. */
export const STAGES: readonly RecipeStage[] = [
  { name: 'stage-1-16k', title: '16K', prompts: 32, promptsAnUpdate: 16, answerTokens: 16_384 },
  { name: 'stage-2-32k', title: '32K', prompts: 128, promptsAnUpdate: 64, answerTokens: 32_768 },
];

/** Number of samples for each prompt. */
const GROUP = 8;

type Named = Readonly<Record<string, string | number | boolean>>;

interface Setting {
  readonly what: string;
  readonly source: string;
  /** Options of TRL's `GRPOConfig`; empty if it has none for the setting. */
  readonly trl: Named;
  /** Options of verl's configuration, which rLLM's backend also uses. */
  readonly verl: Named;
  /** Options that have a different name in rLLM. */
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

/** Versions that use these option names. */
const MADE_FOR = {
  trl: 'trl 1.16.0',
  rllm: 'rllm-org/rllm at 145ad2f, with its backend verl',
  verl: 'verl 0.9.1',
} as const;
type TrainerName = keyof typeof MADE_FOR;
export const TRAINERS = Object.keys(MADE_FOR) as readonly TrainerName[];

/** The file in `public/adapters` that connects each trainer to the service. */
export const ADAPTER: Readonly<Record<TrainerName, string>> = {
  trl: 'allpass_trl.py',
  rllm: 'allpass_rllm.py',
  verl: 'allpass_verl.py',
};

const NODES = { nodes: 4, gpus: GPUS / 4 };

export function launchFiles(
  trainer: TrainerName,
): readonly { readonly name: string; readonly text: string; readonly isScript?: true }[] {
  switch (trainer) {
    case 'trl':
      return [
        ...STAGES.map((stage) => ({ name: `${stage.name}.yaml`, text: trlConfig(stage) })),
        { name: 'launch.sh', text: trlLaunch(), isScript: true },
      ];
    case 'verl':
    case 'rllm':
      return [{ name: 'launch.sh', text: hydraLaunch(trainer), isScript: true }];
  }
}

function heading(trainer: TrainerName): string {
  return [
    `# DeepCoder’s published settings (GRPO+) for ${MADE_FOR[trainer]}. Each says where it was read.`,
    '# Rewards come from a service: allpass serve --problems problems.jsonl --profile deepcoder-paper',
    '# Its address is ALLPASS_URL (http://127.0.0.1:8710 unless given). The run had 32 GPUs, on 4 machines.',
  ].join('\n');
}

function trlConfig(stage: RecipeStage): string {
  const settingLines = settingsOf(stage).flatMap((setting) => [
    remarkText(setting),
    ...Object.entries(setting.trl).map(([option, value]) => `${option}: ${String(value)}`),
  ]);
  return `${[
    heading('trl'),
    `model_name_or_path: ${stage === STAGES[0] ? BASE : `out/${STAGES[0]!.name}`}`,
    `output_dir: out/${stage.name}`,
    '# What allpass convert --to trl writes: the column problem_id names a problem of the service.',
    'datasets:',
    '  - path: json',
    '    data_files: train.jsonl',
    'reward_funcs:',
    '  - allpass_trl.allpass_reward',
    'use_vllm: true',
    'bf16: true',
    'gradient_checkpointing: true',
    'save_steps: 10',
    ...settingLines,
  ].join('\n')}\n`;
}

function trlLaunch(): string {
  return `#!/bin/sh
${heading('trl')}
# train.jsonl: allpass convert problems.jsonl --to trl -o train.jsonl
set -eu
cd "$(dirname "$0")"
export PYTHONPATH="$PWD\${PYTHONPATH:+:$PYTHONPATH}"
${STAGES.map(({ name }) => `accelerate launch --num_processes ${GPUS} -m trl.scripts.grpo --config ${name}.yaml "$@"`).join('\n')}
`;
}

function hydraLaunch(trainer: 'verl' | 'rllm'): string {
  const program =
    trainer === 'verl'
      ? 'python3 -m verl.trainer.main_ppo'
      : '# The cookbook of rLLM, with evaluate of allpass_rllm in the place of its evaluator.\n  python3 -u train.py rllm/backend=verl';
  const trainerOptions: readonly string[] =
    trainer === 'verl'
      ? [
          'data.train_files=train.parquet',
          'data.val_files=val.parquet',
          'reward.custom_reward_function.path=allpass_verl.py',
          'reward.custom_reward_function.name=compute_score',
        ]
      : ['rllm.algorithm.use_rllm=true'];
  const stages = STAGES.map((stage) => {
    const settingLines = settingsOf(stage).flatMap((setting) => [
      remarkText(setting),
      ...Object.entries({ ...setting.verl, ...(trainer === 'rllm' ? setting.rllm : {}) }).map(
        ([option, value]) => `set -- "$@" ${option}=${String(value)}`,
      ),
    ]);
    const model =
      stage === STAGES[0] ? `"\${MODEL:-${BASE}}"` : '"${MODEL_16K:?the model of the first stage}"';
    const otherSettings = [
      ...trainerOptions,
      'actor_rollout_ref.rollout.name=vllm',
      `trainer.n_gpus_per_node=${NODES.gpus}`,
      `trainer.nnodes=${NODES.nodes}`,
      'trainer.save_freq=10',
      'trainer.project_name=deepcoder',
      `trainer.experiment_name=${stage.name}`,
    ];
    return [
      `${functionName(stage)}() {`,
      ...[
        `set -- "$@" actor_rollout_ref.model.path=${model}`,
        ...settingLines,
        ...otherSettings.map((part) => `set -- "$@" ${part}`),
      ],
      `${program} "$@"`,
      '}',
    ]
      .map((line, index, allLines) => (index === 0 || index === allLines.length - 1 ? line : `  ${line}`))
      .join('\n');
  });
  const names = STAGES.map(functionName);
  return `#!/bin/sh
${heading(trainer)}
# The stage comes first, then what is to be otherwise: launch.sh ${names[0]!} trainer.nnodes=1
set -eu
cd "$(dirname "$0")"
export PYTHONPATH="$PWD\${PYTHONPATH:+:$PYTHONPATH}"

${stages.join('\n\n')}

stage="\${1:?${names.join(' or ')}}"
shift
case "$stage" in
${names.map((name) => `  ${name}) ${name} "$@" ;;`).join('\n')}
  *) echo "$0: there is no stage $stage: ${names.join(' or ')}" >&2; exit 2 ;;
esac
`;
}

/** Converts a title into a valid name for a shell function. */
function functionName({ title }: RecipeStage): string {
  return `stage_${title.toLowerCase()}`;
}

function remarkText({ what, source }: Setting): string {
  return `# ${what} (${source})`;
}

export const RECIPE = command({
  name: 'recipe',
  about: 'files that start a training by DeepCoder’s published settings, with rewards of serve',
  help: {
    usage: 'recipe trl|rllm|verl -o DIR',
    about: 'Writes launch files for a trainer, and the adapter that they use, into a folder.',
    notes: [`Made for\n${TRAINERS.map((name) => `  ${name}: ${MADE_FOR[name]}`).join('\n')}`],
    exitCodes: ['0', '2'],
    examples: ['recipe trl -o deepcoder-trl', 'recipe verl -o deepcoder-verl'],
  },
  options: { output: value('DIR', 'the folder; it may not hold files of these names', { short: 'o' }) },
  takesFiles: true,
  run(values, files) {
    const [trainer, ...extraFiles] = files;
    if (trainer === undefined || extraFiles.length > 0)
      throw new UsageError(`recipe: name one trainer of ${TRAINERS.join(', ')}`);
    if (!isTrainer(trainer))
      throw new UsageError(
        `${trainer}: there is no recipe of this name${didYouMean(trainer, TRAINERS)}; there are ${TRAINERS.join(', ')}`,
      );
    if (values.output === undefined)
      throw new UsageError('recipe: -o DIR is missing, the folder to write to');
    return Promise.resolve(writeRecipe(trainer, values.output, userPath(values.output)));
  },
});

/** @param typedFolder the folder as the user typed it */
function writeRecipe(trainer: TrainerName, typedFolder: string, folder: string): number {
  const files = launchFiles(trainer);
  const adapter = ADAPTER[trainer];
  const existingFiles = [...files.map(({ name }) => name), adapter].filter((name) =>
    existsSync(join(folder, name)),
  );
  if (existingFiles.length > 0)
    throw new UsageError(
      `${typedFolder} has ${existingFiles.join(', ')} already: name another folder, or take them away`,
    );
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, text, isScript } of files)
      writeFileSync(join(folder, name), text, { mode: isScript ? 0o755 : 0o644 });
    copyFileSync(adapterPath(adapter), join(folder, adapter));
  } catch (error) {
    throw new UsageError(`${typedFolder} cannot be written: ${errorMessage(error)}`);
  }
  printLine(`${typedFolder}: ${[...files.map(({ name }) => name), adapter].join(', ')}`);
  return 0;
}

/** Returns the path of an adapter, beside the sources or in the built page of a package. */
function adapterPath(name: string): string {
  const [sourcePath, builtPath] = ['public', 'dist'].map((place) => inRoot(place, 'adapters', name));
  return existsSync(sourcePath!) ? sourcePath! : builtPath!;
}

function isTrainer(name: string): name is TrainerName {
  return Object.hasOwn(MADE_FOR, name);
}
