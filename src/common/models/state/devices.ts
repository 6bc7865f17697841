/** The devices that run models on this machine. */
export const DEVICES = ['gpu', 'cpu'] as const;
export type DeviceTab = (typeof DEVICES)[number];

/** `here`: wherever models run on this machine, which is not known before the browser was asked. */
export type DeviceChoice = DeviceTab | 'here';
