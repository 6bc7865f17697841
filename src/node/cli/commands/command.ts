/** A command of the command line. */
export interface Command {
  readonly name: string;
  /** In the list of all: half a sentence. */
  readonly about: string;
  /** What `--help` prints. */
  readonly help: string;
  /** @returns the exit code */
  readonly run: (args: readonly string[]) => Promise<number>;
}
