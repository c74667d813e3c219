export class SimulatorHttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status HTTP status of the response. Service document, section 7
   * @param descriptions entries for `errors`, one sentence each
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
