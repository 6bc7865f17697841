/** How a problem is put to a model, as data: messages with gaps that a problem fills. */

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  /** Text as it is sent; in a template, with placeholders. */
  readonly content: string;
}

/** Templates of one prompt. `{{name}}` stands for what a problem puts there; `PLACEHOLDERS` lists the names. */
export interface PromptTemplates {
  readonly messages: readonly PromptMessage[];
  /** The texts for `{{format}}`, which say how the program is to be written. */
  readonly format: {
    /** Where the problem gives starter code, or asks for a function. */
    readonly starter: string;
    /** Where it gives none, and the program reads stdin. */
    readonly plain: string;
  };
}

export interface PromptPreset extends PromptTemplates {
  /** Stands in addresses and in records. */
  readonly name: string;
  readonly label: string;
  /** One sentence on what is particular to it. */
  readonly about: string;
  /** Source of the wording: a paper, or a file of a repository. */
  readonly source: string;
}

/** A prompt of the user's own, as it is stored and as files have it. */
export interface OwnPrompt extends PromptTemplates {
  readonly name: string;
}
