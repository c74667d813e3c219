import type { OutgoingHttpHeaders } from 'node:http';
import type { Resource } from '../../resources';

/** Before it is sent. */
export interface SimulatorResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export const jsonResponse = (
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse => serializedJsonResponse(status, Buffer.from(JSON.stringify(value)), headers);

export const serializedJsonResponse = (
  status: number,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

/** One entry in `errors` for each description. Service document, section 7. */
export const errorResponse = (
  status: number,
  descriptions: readonly string[],
  headers: OutgoingHttpHeaders = {},
): SimulatorResponse =>
  jsonResponse(status, { errors: descriptions.map((description) => ({ description })) }, headers);

/** A reference to the written resource. Service document, section 4. */
export const resourceWrittenResponse = (
  status: number,
  { id: rid, type: rtype }: Resource,
  hints: readonly string[] = [],
): SimulatorResponse =>
  jsonResponse(status, {
    errors: hints.map((description) => ({ description })),
    data: [{ rid, rtype }],
  });

/** For a wrong or missing key. Service document, section 5. */
export const createUnauthorizedResponse = (status: 401 | 403): SimulatorResponse =>
  errorResponse(status, ['The application key is missing or unknown.']);

export class SimulatorHttpError extends Error {
  override readonly name = 'HttpError';

  /**
   * @param status service document, section 7
   * @param descriptions for `errors`, one sentence each
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
