/** `allpass start`: serves the built page to the user's browser. */
import { spawn } from 'node:child_process';
import { errorMessage } from '../../../base/error-message.ts';
import { PORT, start } from '../../bootstrap/start.mjs';
import { countOption, flag, value } from '../options/options.ts';
import { tell } from '../text/say.ts';
import { UsageError } from '../text/usage-error.ts';
import { command } from './command.ts';

export const START = command({
  name: 'start',
  about: 'serve the page on this machine, for a browser',
  help: {
    usage: 'start [--open] [--port N] [--host H]',
    about: 'Serves the page until Ctrl-C ends it, and prints its address.',
    more: [],
    exitCodes: ['0', '2'],
    examples: ['start --open', 'start --port 3000'],
  },
  options: {
    open: flag('open the address in the default browser'),
    port: value(
      'N',
      `default: ${PORT}, or the next one that is free. A browser keeps what it stores for a page by its port`,
    ),
    host: value('H', 'the name or address to listen on (default: localhost, for this machine alone)', {
      default: 'localhost',
    }),
  },
  async run({ port, host, open }) {
    const wanted = countOption('--port', port, { least: 0, most: 65535 }) ?? PORT;
    const address = await start({ port: wanted, host }).catch((error: unknown) => {
      throw new UsageError(errorMessage(error));
    });
    if (open) openInDefaultBrowser(address);
    return 0;
  },
});

/** The address is printed: where there is no such program, or no screen, nothing is lost. */
function openInDefaultBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command!, [...args, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => tell(`${command} cannot be run: open the address`));
  opener.unref();
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};
