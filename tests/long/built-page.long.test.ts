/** The contract of runners on the built page: under its own policy, from a server, and from what one visit keeps. */
import { builtPageRunner } from '../builders/built-page-runner.ts';
import { runnerContract } from '../contracts/runner-contract.ts';

runnerContract('the built page', () => builtPageRunner(false));
runnerContract('the built page, without a network', () => builtPageRunner(true));
