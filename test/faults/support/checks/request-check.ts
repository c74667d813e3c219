import { validateWriteBody } from '../../../../src/resources/check-body';
import { idPattern, isWellFormedResourceTypeName } from '../../../../src/resources/identifiers';

/** As a server received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  body: string;
}

const resourcePath = /^\/clip\/v2\/resource(?:\/([a-z][a-z0-9_]*)(?:\/([^/?#]+))?)?$/;

/**
 * Finds requests that the service does not define.
 *
 * @returns one sentence for each
 */
export const findInvalidRequests = (requests: readonly ReceivedRequest[]): string[] =>
  requests.flatMap((request) => {
    const problem = checkRequest(request);
    return problem === undefined ? [] : [`${request.method} ${request.path}: ${problem}`];
  });

function checkRequest({ method, path, body }: ReceivedRequest): string | undefined {
  if (path === '/eventstream/clip/v2') return undefined;
  const parts = resourcePath.exec(path);
  if (parts === null) return 'no path of the service';
  const [, rtype, rid] = parts;
  if (rtype !== undefined && !isWellFormedResourceTypeName(rtype)) return 'no type of the service';
  if (rid !== undefined && !idPattern.test(rid)) return 'no id';
  if (method === 'GET' || method === 'DELETE') return body === '' ? undefined : 'a body';
  if (rtype === undefined) return 'no type';
  const content: unknown = JSON.parse(body);
  const operation = method === 'POST' ? 'create' : 'update';
  return validateWriteBody(rtype, operation, content).ok
    ? undefined
    : `a body that is not one: ${body}`;
}
