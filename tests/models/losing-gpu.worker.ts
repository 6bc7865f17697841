/** The GPU worker as it is, whose device goes away when a test says so. */
import '../../workers/gpu.worker.ts';

const devices: GPUDevice[] = [];
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its adapter below
const requestDevice = GPUAdapter.prototype.requestDevice;
GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, descriptor) {
  const device = await requestDevice.call(this, descriptor);
  devices.push(device);
  return device;
};
self.addEventListener('message', (event: Event) => {
  if (event instanceof MessageEvent && event.data === 'lose the GPU')
    for (const device of devices) device.destroy();
});
