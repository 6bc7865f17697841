/** Every shape that problems are written in. */
import type { ExportShape } from './exported.ts';
import { TO_LIVECODEBENCH } from './livecodebench.ts';
import { TO_TACO } from './taco.ts';
import { TO_RLLM, TO_TRL, TO_VERL } from './trainers.ts';

const OWN: ExportShape = {
  name: 'allpass',
  write: (_, row) => ({ row }),
};

export const EXPORTS: readonly ExportShape[] = [OWN, TO_LIVECODEBENCH, TO_TACO, TO_TRL, TO_RLLM, TO_VERL];
