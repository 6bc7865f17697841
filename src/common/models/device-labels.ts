import type { DeviceTab } from './state/devices.ts';

/** The labels of the tabs of models on this machine, in their order. */
export const DEVICE_LABELS: Readonly<Record<DeviceTab, string>> = { gpu: 'On the GPU', cpu: 'On the CPU' };
