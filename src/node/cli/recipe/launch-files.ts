/** The files that start a training with DeepCoder's settings and rewards from `allpass serve`. */
import { BASE, GPUS, settingsOf, STAGES, type Setting, type RecipeStage } from './deepcoder.ts';

/** Versions whose option names are used. */
export const MADE_FOR = {
  trl: 'trl 1.16.0',
  rllm: 'rllm-org/rllm at 145ad2f, with its backend verl',
  verl: 'verl 0.9.1',
} as const;
export type TrainerName = keyof typeof MADE_FOR;
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
  const settings = settingsOf(stage).flatMap((setting) => [
    remark(setting),
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
    ...settings,
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
  const own: readonly string[] =
    trainer === 'verl'
      ? [
          'data.train_files=train.parquet',
          'data.val_files=val.parquet',
          'reward.custom_reward_function.path=allpass_verl.py',
          'reward.custom_reward_function.name=compute_score',
        ]
      : ['rllm.algorithm.use_rllm=true'];
  const stages = STAGES.map((stage) => {
    const named = settingsOf(stage).flatMap((setting) => [
      remark(setting),
      ...Object.entries({ ...setting.verl, ...(trainer === 'rllm' ? setting.rllm : {}) }).map(
        ([option, value]) => `set -- "$@" ${option}=${String(value)}`,
      ),
    ]);
    const model =
      stage === STAGES[0] ? `"\${MODEL:-${BASE}}"` : '"${MODEL_16K:?the model of the first stage}"';
    const rest = [
      ...own,
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
        ...named,
        ...rest.map((part) => `set -- "$@" ${part}`),
      ],
      `${program} "$@"`,
      '}',
    ]
      .map((line, index, all) => (index === 0 || index === all.length - 1 ? line : `  ${line}`))
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

/** Returns a valid name for a shell function. */
function functionName({ title }: RecipeStage): string {
  return `stage_${title.toLowerCase()}`;
}

function remark({ what, source }: Setting): string {
  return `# ${what} (${source})`;
}
