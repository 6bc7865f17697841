/** The type of a command. The other files of this folder define one command each, and `cli.ts` has the table of all. */
import { forgetFiles } from '../input/input-files.ts';
import { optionLines, parseFilesAndOptions, type OptionTable, type Parsed } from '../options/options.ts';
import { commandHelp, type CommandHelp } from './help.ts';

export interface CliCommand {
  readonly name: string;
  /** Short description in the list of commands. */
  readonly about: string;
  /** The text that `--help` prints. */
  readonly help: string;
  /** @returns the exit code */
  readonly run: (args: readonly string[]) => Promise<number>;
}

interface Description<Table extends OptionTable> extends Pick<CliCommand, 'name' | 'about'> {
  readonly help: Omit<CommandHelp, 'options'>;
  readonly options: Table;
  /** Whether the command takes files as arguments without an option. */
  readonly takesFiles?: boolean;
  /** @returns the exit code */
  readonly run: (values: Parsed<Table>, files: readonly string[]) => Promise<number>;
}

export function command<const Table extends OptionTable>(description: Description<Table>): CliCommand {
  const { name, about, help, options, takesFiles = false, run } = description;
  return {
    ...{ name, about, help: commandHelp({ ...help, options: optionLines(options) }) },
    async run(args) {
      const { files, values } = parseFilesAndOptions(args, options, takesFiles, `allpass ${name} --help`);
      forgetFiles();
      return run(values, files);
    },
  };
}
