/**
 * Tells when the GPU goes away or complains. web-llm asks for its device in private and, when the device is
 * lost, frees everything under its own feet; so the request for the device is where we listen.
 */
export interface DeviceListener {
  lost(message: string): void;
  trouble(message: string): void;
}

export class DeviceWatch {
  #expected = false;

  /** Listens to every device that is asked for from now on, in this realm. */
  constructor(listener: DeviceListener) {
    if (typeof GPUAdapter === 'undefined') return;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its adapter below
    const requestDevice = GPUAdapter.prototype.requestDevice;
    const expected = (): boolean => this.#expected;
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
      const device = await requestDevice.call(this, descriptor);
      device.addEventListener('uncapturederror', ({ error }) =>
        listener.trouble(`${error.constructor.name}: ${error.message}`),
      );
      void device.lost.then(({ reason, message }) => {
        if (!expected()) listener.lost(`${reason}: ${message}`);
      });
      return device;
    };
  }

  /** Runs what destroys devices on purpose. */
  async expecting(work: () => Promise<void>): Promise<void> {
    this.#expected = true;
    try {
      await work();
    } finally {
      // Losses are told in a later turn of the event loop.
      setTimeout(() => (this.#expected = false), 0);
    }
  }
}
