/**
 * Texts of the extractors' rules. Separate from the functions, because the first screen extracts but shows no rule.
 */
import type { ExtractorName } from '../profiles/extractors.ts';
import { SOURCES, type Rule } from '../profiles/rule.ts';

export const EXTRACTOR_RULES: Readonly<Record<ExtractorName, Rule>> = {
  standard: {
    title: 'Last closed Python block after the reasoning',
    says: 'The last closed block marked as Python counts, else the last closed unmarked one; reasoning is left out.',
    source: SOURCES.allpass,
  },
  'deepcoder-paper': {
    title: 'Last closed Python block, nothing else',
    says: 'Only a closed block marked as Python counts; without one the answer earns nothing.',
    source: SOURCES.deepcoder,
  },
  rllm: {
    title: 'Last closed block of any tag',
    says: 'The last closed block counts, whatever it is marked as, in the reasoning too.',
    source: SOURCES.rllm,
  },
  lcb: {
    title: 'Between the last two fence lines',
    says: 'The text between the last two lines that hold three backticks counts, whatever those lines are.',
    source: SOURCES.lcbExtraction,
  },
  'reward-kit': {
    title: 'First Python or unmarked block',
    says: 'The first block that is marked as Python or not marked at all counts.',
    source: SOURCES.rewardKit,
  },
  tinker: {
    title: 'Last closed block after closed reasoning',
    says: 'The last closed block of any tag counts; closed reasoning is left out.',
    source: SOURCES.tinker,
  },
  'open-r1': {
    title: 'Last block marked exactly “python”',
    says: 'Only a block opened by the word python, in small letters and with nothing after it, counts.',
    source: SOURCES.openR1,
  },
  'prime-code': {
    title: 'After the last ```python, or from the start',
    says: 'The text behind the last ```python, or the whole answer without one, counts up to the next three backticks.',
    source: SOURCES.verlPrime,
  },
  'sandbox-fusion': {
    title: 'After the last ```python, else the first block',
    says: 'The text behind the last ```python counts up to the next three backticks; without one, the first block.',
    source: SOURCES.verlFusion,
  },
  'nemo-gym': {
    title: 'As LiveCodeBench, and no think tags',
    says: 'The text between the last two fence lines counts, and nothing of an answer that holds a think tag.',
    source: SOURCES.nemoGym,
  },
  'open-instruct': {
    title: 'Last pair of backticks, else the whole answer',
    says: 'The text between the last pair of three backticks counts, less the word python; without a pair, the whole answer.',
    source: SOURCES.openInstruct,
  },
  'intellect-3': {
    title: 'Last closed block after the reasoning',
    says: 'The last closed block of any tag after the last </think> counts, and nothing of an answer whose reasoning stays open.',
    source: SOURCES.intellect3,
  },
  'lm-eval': {
    title: 'Up to the next three backticks',
    says: 'The prompt has opened the block: what the answer begins with counts, less its first word, up to the next three backticks.',
    source: SOURCES.lmEval,
  },
};
