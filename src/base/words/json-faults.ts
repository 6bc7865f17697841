/** Half sentences about a text that is not JSON. */

export const hasMoreBehindValue = (): string => 'there is more after the end of the value';
export const lacksValue = (): string => 'a value is missing';
export const lacksKey = (): string => 'a key in double quotes is missing';
export const lacksColon = (): string => 'a colon is missing';
export const lacksCommaOrBrace = (): string => 'a comma or } is missing';
export const lacksCommaOrBracket = (): string => 'a comma or ] is missing';
export const lacksDigit = (): string => 'a digit is missing';
export const lacksFraction = (): string => 'a digit is missing after the point';
export const lacksExponent = (): string => 'a digit is missing in the exponent';
export const lacksClosingQuote = (): string => 'a string is not closed';
export const holdsWrongCharacter = (): string => 'a string holds a control character or a wrong escape';
export const isTooDeep = (): string => 'nested too deeply';
