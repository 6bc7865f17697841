/** A worker that has lost what a submission must not find, as the engine's has by the time it takes its images. */
import { makeComparer } from '../../src/judge/engine/memory-compare.ts';
import { cutGlobals } from '../../src/judge/engine/worker-globals.ts';
import { PAGE_BYTES } from '../../src/judge/engine/written-pages.ts';

const tell = self.postMessage.bind(self);
cutGlobals(self);
const [heap, image] = [new WebAssembly.Memory({ initial: 2 }), new WebAssembly.Memory({ initial: 2 })];
new Uint8Array(heap.buffer)[3 * PAGE_BYTES + 17] = 1;
const differing = makeComparer(heap, image);
const count = differing(0, 0, 8, 8 * PAGE_BYTES);
tell({
  isNative: Function.prototype.toString.call(differing).includes('[native code]'),
  count,
  marks: [...new Uint8Array(image.buffer, 8 * PAGE_BYTES, 8)],
});
