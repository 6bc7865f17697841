/** Sentences on why there is no GPU, and on the remedy. */
import type { FailureWords } from './failure-words.ts';

/** `silent`: the browser was asked for an adapter and never answered. */
export type NoGpu = 'insecure' | 'no-webgpu' | 'no-adapter' | 'silent';

export const NO_GPU: Readonly<Record<NoGpu, FailureWords>> = {
  insecure: {
    message: 'Browsers give WebGPU only to pages loaded over https or from this machine.',
    remedy: 'Open this app over https or at http://localhost; models on the CPU and endpoints work here too.',
  },
  'no-webgpu': {
    message: 'This browser has no WebGPU.',
    remedy:
      'Use a current Chrome, Edge, Safari or Firefox, or choose a model on the CPU, an endpoint or a recorded answer.',
  },
  'no-adapter': {
    message: 'The browser has WebGPU, and found no GPU it may use.',
    remedy:
      'See whether graphics acceleration is switched on in the settings of the browser and the driver is current, or choose a model on the CPU or an endpoint.',
  },
  silent: {
    message: 'The browser was asked for a GPU and did not answer within 10 s.',
    remedy:
      'Restart the browser and update the graphics driver, or choose a model on the CPU or an endpoint.',
  },
};
