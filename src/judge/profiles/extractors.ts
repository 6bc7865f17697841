import {
  extractDeepcoderPaper,
  extractLiveCodeBench,
  extractOpenR1,
  extractRewardKit,
  extractRllm,
  extractTinker,
} from '../extract/graders.ts';
import type { Extraction } from '../extract/fences.ts';
import {
  extractIntellect3,
  extractLmEval,
  extractNemoGym,
  extractOpenInstruct,
  extractPrimeCode,
  extractSandboxFusion,
} from '../extract/trainers.ts';
import { extractStandard } from '../extract/standard.ts';

/**
 * Extracts the program from a model's raw answer. The texts of the rules are in `words/extractor-rules.ts`.
 * @param answerAt where the reasoning ends, if the server separated it; the rules of other graders ignore it
 */
type Extractor = (rawText: string, answerAt: number | null) => Extraction;

export const EXTRACTORS = {
  standard: extractStandard,
  'deepcoder-paper': extractDeepcoderPaper,
  rllm: extractRllm,
  lcb: extractLiveCodeBench,
  'reward-kit': extractRewardKit,
  tinker: extractTinker,
  'open-r1': extractOpenR1,
  'prime-code': extractPrimeCode,
  'sandbox-fusion': extractSandboxFusion,
  'nemo-gym': extractNemoGym,
  'open-instruct': extractOpenInstruct,
  'intellect-3': extractIntellect3,
  'lm-eval': extractLmEval,
} as const satisfies Record<string, Extractor>;

export type ExtractorName = keyof typeof EXTRACTORS;
