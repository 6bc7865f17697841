/** A request that is not served as it stands. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** The field of the request that has the fault; '' for the whole request. */
  readonly field: string;

  constructor(field: string, message: string, status = 422) {
    super(message);
    this.status = status;
    this.field = field;
  }
}
