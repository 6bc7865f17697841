import { extractDeepcoderPaper } from '../extract/deepcoder-paper.ts';
import type { Extraction } from '../extract/extraction.ts';
import { extractLiveCodeBench } from '../extract/live-code-bench.ts';
import { extractOpenR1 } from '../extract/open-r1.ts';
import { extractRewardKit } from '../extract/reward-kit.ts';
import {
  extractIntellect3,
  extractLmEval,
  extractNemoGym,
  extractOpenInstruct,
} from '../extract/trainers.ts';
import { extractPrimeCode, extractSandboxFusion } from '../extract/verl.ts';
import { extractRllm } from '../extract/rllm.ts';
import { extractStandard } from '../extract/standard.ts';
import { extractTinker } from '../extract/tinker.ts';

/** Extracts the program from a model's raw answer. The texts of the rules are in `words/extractor-rules.ts`. */
export interface Extractor {
  /** @param answerAt where the reasoning ends, if the server separated it; the rules of other graders ignore it */
  readonly extract: (rawText: string, answerAt: number | null) => Extraction;
}

export const EXTRACTORS = {
  standard: { extract: extractStandard },
  'deepcoder-paper': { extract: extractDeepcoderPaper },
  rllm: { extract: extractRllm },
  lcb: { extract: extractLiveCodeBench },
  'reward-kit': { extract: extractRewardKit },
  tinker: { extract: extractTinker },
  'open-r1': { extract: extractOpenR1 },
  'prime-code': { extract: extractPrimeCode },
  'sandbox-fusion': { extract: extractSandboxFusion },
  'nemo-gym': { extract: extractNemoGym },
  'open-instruct': { extract: extractOpenInstruct },
  'intellect-3': { extract: extractIntellect3 },
  'lm-eval': { extract: extractLmEval },
} as const satisfies Record<string, Extractor>;

export type ExtractorName = keyof typeof EXTRACTORS;
