import { errorMessage } from '../base/error-message.ts';

/**
 * Loads code that is not part of the first screen.
 * @throws an Error whose message contains the cause and says what to do
 */
export function judgePart<Part>(loadingPart: Promise<Part>): Promise<Part> {
  return loadingPart.catch((error: unknown) => {
    throw new Error(`a part of the judge could not be loaded (${errorMessage(error)}): reload the page`);
  });
}
