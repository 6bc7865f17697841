import { runnerContract } from '../contracts/runner-contract.ts';
import { makeSandbox } from './sandbox.ts';

runnerContract('SandboxRunner', () => makeSandbox());
