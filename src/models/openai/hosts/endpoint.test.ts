import { describe, expect, it } from 'vitest';
import { parseEndpoint } from './endpoint.ts';

function base(address: string, pageOrigin: string | null = null, marksRequests = false): string {
  const result = parseEndpoint(address, pageOrigin, marksRequests);
  return result.ok ? result.endpoint.base : result.failure.layer;
}

describe('parseEndpoint', () => {
  it.each([
    ['http://localhost:8000', 'http://localhost:8000/v1'],
    ['http://localhost:8000/', 'http://localhost:8000/v1'],
    ['http://localhost:8000/v1', 'http://localhost:8000/v1'],
    ['  http://localhost:8000//v1///  ', 'http://localhost:8000/v1'],
    ['http://localhost:8000/v1/chat/completions', 'http://localhost:8000/v1'],
    ['http://localhost:8000/v1/models/', 'http://localhost:8000/v1'],
    ['http://localhost:8000/chat/completions', 'http://localhost:8000'],
    ['https://api.example.com/inference/chat/completions', 'https://api.example.com/inference'],
    ['https://openrouter.ai/api', 'https://openrouter.ai/api/v1'],
    ['https://host.example/v1beta/openai/', 'https://host.example/v1beta/openai'],
    ['https://host.example/openai/v1', 'https://host.example/openai/v1'],
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['192.168.1.20:8080', 'http://192.168.1.20:8080/v1'],
    ['gpu-box:8000/v1', 'http://gpu-box:8000/v1'],
    ['api.example.com', 'https://api.example.com/v1'],
    ['http://0.0.0.0:8000', 'http://127.0.0.1:8000/v1'],
    ['http://localhost:8000/v1#top', 'http://localhost:8000/v1'],
    ['', 'address'],
    ['http://', 'address'],
    ['ftp://host/v1', 'address'],
    ['http://host:99999', 'address'],
    ['https://host.example/v1?api-version=1', 'address'],
  ])('reads %j as %s', (address, expected) => {
    expect(base(address)).toBe(expected);
  });

  it('knows the ports that browsers forbid, and the prefix that was given', () => {
    expect(base('http://localhost:6000', 'http://localhost:5173')).toBe('address');
    expect(base('http://localhost:6000')).toBe('http://localhost:6000/v1');
    const prefix = (address: string) => {
      const result = parseEndpoint(address, null);
      return result.ok ? result.endpoint.asGiven : '';
    };
    expect(prefix('https://api.example.com/inference/')).toBe('https://api.example.com/inference');
    expect(prefix('https://api.example.com')).toBe('https://api.example.com');
    expect(prefix('https://api.example.com/v1')).toBeNull();
    expect(prefix('https://api.example.com/chat/completions')).toBeNull();
  });

  it('never repeats what may be a secret', () => {
    for (const address of ['https://me:hunter2@host.example/v1', 'https://host.example/v1?key=hunter2']) {
      const result = parseEndpoint(address, null);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain('hunter2');
    }
  });

  it('knows what an https page may not fetch', () => {
    const page = 'https://allpass.example';
    expect(base('http://192.168.1.20:8000', page)).toBe('mixed-content');
    expect(base('http://gpu.example/v1', page)).toBe('mixed-content');
    expect(base('http://localhost:8000', page)).toBe('http://localhost:8000/v1');
    expect(base('http://[::1]:8000', page)).toBe('http://[::1]:8000/v1');
    expect(base('https://gpu.example', page)).toBe('https://gpu.example/v1');
    expect(base('http://192.168.1.20:8000', 'http://localhost:5173')).toBe('http://192.168.1.20:8000/v1');
    // If the browser accepts `targetAddressSpace`, it asks the user for permission instead.
    expect(base('http://192.168.1.20:8000', page, true)).toBe('http://192.168.1.20:8000/v1');
    expect(base('http://gpu-box:8000', page, true)).toBe('http://gpu-box:8000/v1');
    expect(base('http://gpu.example/v1', page, true)).toBe('mixed-content');
  });
});
