import type { OutgoingHttpHeaders } from 'node:http';
import type { ResourceIdentifier } from '../resources';

/** An answer of the bridge before it is sent. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** An answer in JSON. */
export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: OutgoingHttpHeaders = {},
): Answer => bytesAnswer(status, Buffer.from(JSON.stringify(value)), headers);

/** An answer whose JSON is made already. */
export const bytesAnswer = (
  status: number,
  body: Buffer,
  headers: OutgoingHttpHeaders = {},
): Answer => ({ status, headers: { 'content-type': 'application/json', ...headers }, body });

/** An error. Service document, section 7. */
export const errorAnswer = (
  status: number,
  descriptions: readonly string[],
  headers: OutgoingHttpHeaders = {},
): Answer =>
  jsonAnswer(status, { errors: descriptions.map((description) => ({ description })) }, headers);

/** What a write answers: the resource it was about. Service document, section 4. */
export const referenceAnswer = (
  status: number,
  reference: ResourceIdentifier,
  hints: readonly string[] = [],
): Answer =>
  jsonAnswer(status, {
    errors: hints.map((description) => ({ description })),
    data: [{ rid: reference.rid, rtype: reference.rtype }],
  });

/** What a wrong or missing key is answered with. Service document, section 5. */
export const unauthorizedAnswer = (status: 401 | 403): Answer =>
  errorAnswer(status, ['The application key is missing or unknown.']);
