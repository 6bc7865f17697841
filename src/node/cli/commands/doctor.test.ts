import { afterEach, expect, it, vi } from 'vitest';
import { closeServers, play, reply } from '../../../../tests/played-server.ts';
import { DOCTOR } from './doctor.ts';

afterEach(closeServers);

async function doctor(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const code = await DOCTOR.run(args);
    return { code, text: stdout.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    stdout.mockRestore();
  }
}

it('lists the models of a server, and asks for no answer', async () => {
  const { address, asked } = await play((response) =>
    reply(response, 200, { data: [{ id: 'small' }, { id: 'large\u001b[2J' }] }),
  );
  expect(await doctor('--base-url', `${address}/v1`)).toEqual({ code: 0, text: 'small\nlarge\\u001b[2J\n' });
  expect(asked.map(({ method }) => method)).toEqual(['GET']);
});

it('explains why it cannot list them', async () => {
  const { address } = await play((response) => reply(response, 401, { error: { message: 'no key' } }));
  const { code, text } = await doctor('--base-url', `${address}/v1`);
  expect(code).toBe(3);
  expect(text).toMatch(/^Key +failed/m);
});
