/** The worker that prepares stored sets outside the page's thread. */
import { expose } from 'comlink';
import { SetPreparer } from '../src/datasets/hosts/set-preparer.ts';
import { chosenProblems, storedProblems } from '../src/storage/stored-problems.ts';

expose(new SetPreparer({ readStored: storedProblems, readChosen: chosenProblems }));
