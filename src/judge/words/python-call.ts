/** Half sentences about a text that is no call as Python writes it, behind the place. */

export const hasMore = (): string => 'there is more after the end of the call';
export const lacksComma = (): string => 'a comma is missing';
export const lacksColon = (): string => 'a colon is missing';
export const lacksValue = (): string => 'a value is missing';
export const isTooDeep = (): string => 'the value has too many levels';
