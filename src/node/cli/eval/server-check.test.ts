import { createServer as createTcpServer, type Server } from 'node:net';
import { createServer, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeServers, play, reply, type Asked } from '../../../../tests/played-server.ts';
import { serverFetch } from './server-check.ts';

const openServers: Server[] = [];
afterEach(() => {
  closeServers();
  for (const server of openServers.splice(0)) server.close();
});

const POST = { method: 'POST', body: '{}', redirect: 'manual' } as const;

/** Listens on a free port, and returns the address. */
async function listening(server: Server): Promise<string> {
  openServers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy that records its requests and forwards them to `to`. */
async function proxy(to: string) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    const { method = 'GET', headers } = request;
    const onward = httpRequest(to + new URL(request.url!).pathname, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  return { address: await listening(server), seen };
}

describe('serverFetch', () => {
  it('reads long answers of a server that closes each connection, however slowly they are read', async () => {
    const text = 'data: word\n\n'.repeat(40_000);
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      // Sends the text without a content length: the end of the connection is the end of the answer.
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${text}`));
    });
    const address = await listening(server);
    const { fetch } = serverFetch(address, {});
    const lengths = Array.from({ length: 6 }, async () => {
      const reader = (await fetch(address, POST)).body!.getReader();
      let bytes = 0;
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return bytes;
        bytes += value.length;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    });
    expect(await Promise.all(lengths)).toEqual(Array.from({ length: 6 }, () => text.length));
  });

  it('gives status, headers and redirects as they come', async () => {
    const { address, asked } = await play((response, { path }) => {
      if (path === '/empty') return response.writeHead(204).end();
      if (path === '/moved') return response.writeHead(308, { location: '/there' }).end();
      return reply(response, 429, { error: 'slow' }, { 'retry-after': '7' });
    });
    const { fetch } = serverFetch(address, {});
    const limited = await fetch(`${address}/v1`, { ...POST, headers: { authorization: 'Bearer k' } });
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      '7',
      { error: 'slow' },
    ]);
    expect(asked[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer k' } });
    expect((await fetch(`${address}/empty`, POST)).status).toBe(204);
    expect((await fetch(`${address}/moved`, POST)).status).toBe(308);
    await expect(fetch('http://127.0.0.1:1/', POST)).rejects.toThrow();
  });

  const answering = () => play((response, asked: Asked) => reply(response, 200, { path: asked.path }));

  it.each(['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])('goes through %s', async (name) => {
    const { address, seen } = await proxy((await answering()).address);
    // Many users omit the scheme.
    for (const typedAddress of [address, address.replace('http://', '')]) {
      const { fetch, proxy: host } = serverFetch('http://model.example/v1', { [name]: typedAddress });
      expect(await (await fetch('http://model.example/v1/models', { redirect: 'manual' })).json()).toEqual({
        path: '/v1/models',
      });
      expect(host).toBe(new URL(address).host);
    }
    expect(seen).toEqual(Array.from({ length: 2 }, () => 'GET http://model.example/v1/models'));
  });

  it('opens a tunnel for https, and gives the proxy its password', async () => {
    const { address, seen } = await proxy((await answering()).address);
    const { fetch } = serverFetch('https://model.example/v1', { HTTPS_PROXY: address });
    await expect(fetch('https://model.example/v1/models', { redirect: 'manual' })).rejects.toThrow();
    const proxiedFetch = serverFetch('http://model.example', {
      HTTP_PROXY: address.replace('http://', 'http://me:secret@'),
    });
    await proxiedFetch.fetch('http://model.example/v1', POST);
    expect(seen).toEqual([
      'CONNECT model.example:443',
      `POST http://model.example/v1 Basic ${btoa('me:secret')}`,
    ]);
  });

  it('asks a server on this machine directly, and through the proxy where nothing listens', async () => {
    const localServer = await answering();
    const { address, seen } = await proxy(localServer.address);
    const localFetch = serverFetch(localServer.address, { HTTP_PROXY: address });
    expect((await localFetch.fetch(`${localServer.address}/v1`, POST)).status).toBe(200);
    expect([seen, localFetch.proxy]).toEqual([[], null]);
    expect((await localFetch.fetch('http://127.0.0.1:1/v1', POST)).status).toBe(200);
    expect(seen).toEqual(['POST http://127.0.0.1:1/v1']);
  });

  it.each(['model.example', '.example', '*', 'other.example,model.example:80'])(
    'goes around the proxy for NO_PROXY=%s',
    async (NO_PROXY) => {
      const { address, seen } = await proxy((await answering()).address);
      const { fetch } = serverFetch('http://model.example/v1', { HTTP_PROXY: address, NO_PROXY });
      await fetch('http://model.example/v1', POST).catch(() => null);
      expect(seen).toEqual([]);
    },
  );

  it('refuses what is no proxy, without quoting it', () => {
    expect(() => serverFetch('http://model.example', { HTTP_PROXY: 'ftp://me:secret@x' })).toThrow(
      /^HTTP_PROXY: is no address of a proxy, such as http:\/\/127.0.0.1:3128$/,
    );
  });
});
