/** The entry of the worker that trains the lab's policy, so that the page's thread never does. */
import { expose } from 'comlink';
import { LabHost } from '../src/lab/lab-host.ts';

expose(new LabHost());
