import { checkBody, idPattern, isResourceType } from '../../../src/resources';

/** What a server saw of a request. */
export interface WireRequest {
  method: string;
  path: string;
  body: string;
}

const collections = /^\/clip\/v2\/resource(?:\/([a-z_]+)(?:\/([^/?#]+))?)?$/;

/**
 * Looks for anything on the wire that is no sound request of the service.
 *
 * @returns one sentence for each that is not
 */
export const wireProblems = (requests: readonly WireRequest[]): string[] =>
  requests.flatMap((request) => {
    const problem = problemOf(request);
    return problem === undefined ? [] : [`${request.method} ${request.path}: ${problem}`];
  });

function problemOf({ method, path, body }: WireRequest): string | undefined {
  if (path === '/eventstream/clip/v2') return undefined;
  const parts = collections.exec(path);
  if (parts === null) return 'no path of the service';
  const [, rtype, rid] = parts;
  if (rtype !== undefined && !isResourceType(rtype)) return 'no type of the service';
  if (rid !== undefined && !idPattern.test(rid)) return 'no id';
  if (method === 'GET' || method === 'DELETE') return body === '' ? undefined : 'a body';
  if (rtype === undefined) return 'no type';
  const content: unknown = JSON.parse(body);
  const operation = method === 'POST' ? 'create' : 'update';
  return checkBody(rtype, operation, content).ok ? undefined : `a body that is not one: ${body}`;
}
