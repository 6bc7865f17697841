/** The worker that trains the lab's policy outside the page's thread. */
import { expose } from 'comlink';
import { LabHost } from '../src/lab/lab-host.ts';

expose(new LabHost());
