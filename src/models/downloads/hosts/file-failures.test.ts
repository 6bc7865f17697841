import { expect, it, vi } from 'vitest';
import { listFolders } from '../../gguf/hosts/gguf-folder.ts';
import { aloneWithFiles, explainStorage } from './file-failures.ts';

it('a browser without a file system is named, with what works there', async () => {
  // As in WebKitGTK.
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', {});
  const error = await listFolders().catch((thrown: unknown) => thrown);
  expect(explainStorage(error, 'tiny.gguf')).toEqual({
    layer: 'storage',
    message: 'This browser has no file system for pages, so tiny.gguf cannot be downloaded.',
    remedy:
      'Choose the file on this machine instead: it is read where it is. Other browsers can download it.',
  });
  vi.stubGlobal('isSecureContext', false);
  expect(explainStorage(error, 'tiny.gguf')).toMatchObject({
    remedy: 'Open this page over https, or from this machine (localhost).',
  });
});

it('work on files begins where the browser denies the page its locks', async () => {
  const denied = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { request: denied, query: denied } });
  expect(await aloneWithFiles('allpass-test', 'tiny.gguf', () => Promise.resolve('done'))).toBe('done');
  const broken = () => Promise.reject(new DOMException('', 'InvalidStateError'));
  vi.stubGlobal('navigator', { locks: { request: broken } });
  await expect(aloneWithFiles('allpass-test', 'tiny.gguf', () => Promise.resolve('done'))).rejects.toThrow();
});
