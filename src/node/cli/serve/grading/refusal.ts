/** Thrown for an invalid request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The invalid field of the request; '' for the whole request. */
  readonly field: string;

  constructor(field: string, message: string, status = 422) {
    super(message);
    this.status = status;
    this.field = field;
  }
}
