/** The corpora of programs, whole. */
import { describe } from 'vitest';
import { expectAssertAgreement } from '../agreement/assert-mode.ts';
import { expectBundledVerdicts } from '../agreement/bundled.ts';
import { expectNativeAgreement } from '../agreement/native.ts';
import { expectOriginalRewards } from '../agreement/originals.ts';
import { expectOracleAgreement } from '../agreement/oracle.ts';

describe('agreement with native CPython (shared fixtures)', () => expectNativeAgreement(1));

describe('assert mode agrees with native CPython (shared fixtures)', () => expectAssertAgreement(1));

describe('agreement with the model of the public graders (shared cases)', () => expectOracleAgreement(1));

describe('the bundled problems', () => expectBundledVerdicts(1));

describe('agreement with the original graders', () => expectOriginalRewards(1));
