/** Samples of the corpora that `tests/long` judges whole. */
import { describe } from 'vitest';
import { expectAssertAgreement } from '../agreement/assert-mode.ts';
import { expectOracleAgreement } from '../agreement/oracle.ts';

describe('assert mode agrees with native CPython (shared fixtures)', () => expectAssertAgreement(24));

describe('agreement with the model of the public graders (shared cases)', () => expectOracleAgreement(16));
