/** A request that is not served as it stands. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Where in the request the fault is; '' for all of it. */
  readonly field: string;

  constructor(status: number, field: string, message: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}
