import { describe, expect, it } from 'vitest';
import { addressSpaceOf, isLoopback, needsPermission } from './address-space.ts';

describe('addressSpaceOf', () => {
  it.each([
    ['localhost', 'loopback'],
    ['a.localhost', 'loopback'],
    ['127.1.2.3', 'loopback'],
    ['[::1]', 'loopback'],
    ['10.0.0.1', 'local'],
    ['172.31.0.1', 'local'],
    ['192.168.1.20', 'local'],
    ['100.100.1.1', 'local'],
    ['[fd12::1]', 'local'],
    ['[fe80::1]', 'local'],
    ['gpu-box', 'local'],
    ['gpu.local', 'local'],
    ['172.32.0.1', 'public'],
    ['100.128.0.1', 'public'],
    ['10.example.com', 'public'],
    ['localhost.example.com', 'public'],
    ['[2001:db8::1]', 'public'],
    ['api.example.com', 'public'],
  ])('puts %s into %s', (hostname, space) => {
    expect(addressSpaceOf(hostname)).toBe(space);
    expect(isLoopback(hostname)).toBe(space === 'loopback');
  });
});

describe('needsPermission', () => {
  it('is asked of pages from farther away than the server', () => {
    expect(needsPermission('https://allpass.example', 'loopback')).toBe(true);
    expect(needsPermission('https://allpass.example', 'local')).toBe(true);
    expect(needsPermission('https://allpass.example', 'public')).toBe(false);
    expect(needsPermission('http://192.168.1.5:5173', 'loopback')).toBe(true);
    expect(needsPermission('http://192.168.1.5:5173', 'local')).toBe(false);
    expect(needsPermission('http://localhost:5173', 'loopback')).toBe(false);
    expect(needsPermission(null, 'loopback')).toBe(false);
    expect(needsPermission('null', 'loopback')).toBe(false);
  });
});
