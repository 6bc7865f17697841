import { expect, it } from 'vitest';
import { isIntegral } from './gpu-fetch.ts';

const abc = new TextEncoder().encode('abc').buffer;
const right = 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';
const wrong = `sha384-${'A'.repeat(64)}`;

it('takes any of the hashes that are given', async () => {
  expect(await isIntegral(abc, right)).toBe(true);
  expect(await isIntegral(abc, `${wrong}  ${right}?ct=x`)).toBe(true);
  expect(await isIntegral(abc, wrong)).toBe(false);
});

it('lets pass what gives no hash it knows', async () => {
  expect(await isIntegral(abc, 'md5-kAFQmDzST7DWlj99KOF/cg==')).toBe(true);
});
