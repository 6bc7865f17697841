import type { DeviceTab } from './state/devices.ts';

/** What the tabs of models on this machine are called, in their order. */
export const DEVICE_LABELS: Readonly<Record<DeviceTab, string>> = { gpu: 'On the GPU', cpu: 'On the CPU' };
