/** Sentences about failures of OpenAI-compatible endpoints. */
export {};
