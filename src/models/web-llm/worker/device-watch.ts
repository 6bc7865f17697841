import type { DeviceListener } from '../engine-protocol.ts';

/**
 * Reports when the GPU is lost or has an error. web-llm requests its device internally, and frees its own objects when
 * the device is lost. So this class wraps the request for the device.
 */
export class DeviceWatch {
  #isLossExpected = false;
  #listener: DeviceListener | null = null;

  /** Watches every device that is requested after this call, in this realm. */
  constructor() {
    if (typeof GPUAdapter === 'undefined') return;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its adapter below
    const requestDevice = GPUAdapter.prototype.requestDevice;
    const reportTrouble = (message: string) => this.#listener?.trouble(message);
    const reportLoss = (message: string) => {
      if (!this.#isLossExpected) this.#listener?.lost(message);
    };
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
      const device = await requestDevice.call(this, descriptor);
      device.addEventListener('uncapturederror', ({ error }) =>
        reportTrouble(`${error.constructor.name}: ${error.message}`),
      );
      void device.lost.then(({ reason, message }) => reportLoss(`${reason}: ${message}`));
      return device;
    };
  }

  listen(listener: DeviceListener): void {
    this.#listener = listener;
  }

  /** Runs work that destroys devices on purpose, without reporting the loss. */
  async whileExpecting(work: () => Promise<void>): Promise<void> {
    this.#isLossExpected = true;
    try {
      await work();
    } finally {
      // A loss is reported in a later task of the event loop.
      setTimeout(() => (this.#isLossExpected = false), 0);
    }
  }
}
