/** The devices that older links name. They open the one list of models on this machine. */
export const DEVICES = ['gpu', 'cpu'] as const;

export type DeviceChoice = (typeof DEVICES)[number] | 'here';
