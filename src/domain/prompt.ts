/** The templates with placeholders from which the messages to a model are made. */

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  /** The text that is sent; in a template, with placeholders. */
  readonly content: string;
}

/**
 * The templates of a prompt. Each `{{name}}` is replaced with a field of the problem; `PLACEHOLDERS` lists the
 * names.
 */
export interface PromptTemplates {
  readonly messages: readonly PromptMessage[];
  /** The replacements for `{{format}}`, which describe how to write the program. */
  readonly format: {
    /** Used if the problem has starter code or asks for a function. */
    readonly starter: string;
    /** Used if the problem has no starter code and the program reads stdin. */
    readonly plain: string;
  };
}

export interface PromptPreset extends PromptTemplates {
  /** The name of the prompt in addresses and records. */
  readonly name: string;
  readonly label: string;
  /** One sentence about the special features of the prompt. */
  readonly about: string;
  /** Source of the text: a paper, or a file of a repository. */
  readonly source: string;
}

/** A user's own prompt, in the form that is stored and written to files. */
export interface OwnPrompt extends PromptTemplates {
  readonly name: string;
}
