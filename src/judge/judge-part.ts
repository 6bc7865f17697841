import { errorMessage } from '../base/error-message.ts';

/** Code that is kept out of the first screen. @throws with half a sentence that says what to do */
export function judgePart<Part>(loading: Promise<Part>): Promise<Part> {
  return loading.catch((error: unknown) => {
    throw new Error(`a part of the judge could not be loaded (${errorMessage(error)}): reload the page`);
  });
}
