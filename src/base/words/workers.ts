/** Message of a worker that gives none itself. */

export const workerNotStarted = (): string => 'the worker could not be started';
