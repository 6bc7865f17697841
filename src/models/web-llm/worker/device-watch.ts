import type { DeviceListener } from '../engine-protocol.ts';

/**
 * Tells when the GPU goes away or complains. web-llm asks for its device in private and, when the device is
 * lost, frees everything under its own feet; so the request for the device is where we listen.
 */
export class DeviceWatch {
  #expected = false;
  #listener: DeviceListener | null = null;

  /** Watches every device that is asked for from now on, in this realm. */
  constructor() {
    if (typeof GPUAdapter === 'undefined') return;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its adapter below
    const requestDevice = GPUAdapter.prototype.requestDevice;
    const trouble = (message: string) => this.#listener?.trouble(message);
    const lost = (message: string) => {
      if (!this.#expected) this.#listener?.lost(message);
    };
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
      const device = await requestDevice.call(this, descriptor);
      device.addEventListener('uncapturederror', ({ error }) =>
        trouble(`${error.constructor.name}: ${error.message}`),
      );
      void device.lost.then(({ reason, message }) => lost(`${reason}: ${message}`));
      return device;
    };
  }

  listen(listener: DeviceListener): void {
    this.#listener = listener;
  }

  /** Runs what destroys devices on purpose. */
  async expecting(work: () => Promise<void>): Promise<void> {
    this.#expected = true;
    try {
      await work();
    } finally {
      // Losses are reported in a later turn of the event loop.
      setTimeout(() => (this.#expected = false), 0);
    }
  }
}
