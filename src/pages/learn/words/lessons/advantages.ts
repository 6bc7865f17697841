export const groupBefore = 'The group';
export const groupAfter = ': eight samples of one problem, one right, seven wrong';
export const rewards = 'Rewards of the group, click one to flip it:';
export const flipButton = (sample: number, reward: string): string =>
  `Reward of sample ${sample}: ${reward}. Flip it`;
export const sizeField = 'Group size G';
export const thisGroup = 'this group';
