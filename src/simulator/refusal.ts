/** Thrown where the bridge does not do what it was asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param status HTTP status of the answer. Service document, section 7
   * @param descriptions what went wrong, one sentence each
   */
  constructor(
    readonly status: number,
    ...descriptions: readonly [string, ...string[]]
  ) {
    super(descriptions.join(' '));
    this.descriptions = descriptions;
  }

  readonly descriptions: readonly string[];
}
