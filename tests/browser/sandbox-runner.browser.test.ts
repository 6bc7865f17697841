import { engineKey } from 'virtual:allpass-engine';
import { SandboxRunner } from '../../src/judge/hosts/sandbox-runner.ts';
import { runnerContract } from '../contracts/runner-contract.ts';

runnerContract(
  'SandboxRunner',
  () =>
    new SandboxRunner({
      location: { base: new URL(`/engine/${engineKey}/`, location.origin).href, key: engineKey },
      snapshots: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
      workers: 1,
    }),
);
