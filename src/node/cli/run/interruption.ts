/**
 * Handles SIGINT and SIGTERM: the command ends and keeps finished results. A second signal ends the process at once.
 */

const CODES = { SIGINT: 130, SIGTERM: 143 } as const;

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  /** Exit code that a shell reports for this signal. */
  readonly exitCode: number;

  constructor(signal: keyof typeof CODES) {
    super(signal);
    this.exitCode = CODES[signal];
  }
}

export interface Interruption {
  /** Rejects with Interrupted at the first signal; never resolves. */
  readonly interrupted: Promise<never>;
  /** Restores the default handling of signals. */
  end(): void;
}

export function listenForInterruption(): Interruption {
  let interrupt: (signal: NodeJS.Signals) => void = () => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = (signal) => {
      end();
      reject(new Interrupted(signal as keyof typeof CODES));
    };
  });
  interrupted.catch(() => undefined);
  const end = (): void => {
    for (const signal of Object.keys(CODES)) process.off(signal, interrupt);
  };
  for (const signal of Object.keys(CODES)) process.on(signal, interrupt);
  return { interrupted, end };
}
