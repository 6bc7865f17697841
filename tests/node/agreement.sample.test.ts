/** Samples of the corpora that `tests/long` judges whole. */
import { describe } from 'vitest';
import { expectAssertAgreement, expectFieldAgreement } from '../agreement/assert-mode.ts';
import { expectBundledVerdicts } from '../agreement/bundled.ts';
import { expectNativeAgreement } from '../agreement/native.ts';
import { expectOriginalRewards } from '../agreement/originals.ts';
import { expectOracleAgreement } from '../agreement/oracle.ts';

describe('agreement with native CPython (shared fixtures)', () => expectNativeAgreement(36));

describe('assert mode agrees with native CPython (shared fixtures)', () => expectAssertAgreement(24));

describe('rows as they were reported (shared field cases)', () => expectFieldAgreement());

describe('agreement with the model of the public graders (shared cases)', () => expectOracleAgreement(16));

describe('the bundled problems', () => expectBundledVerdicts(4));

describe('agreement with the original graders', () => expectOriginalRewards(16));
