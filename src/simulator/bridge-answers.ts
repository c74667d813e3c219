import type { IncomingHttpHeaders } from 'node:http';
import { resourceRoot } from '../resources';
import { bytesAnswer, errorAnswer, unauthorizedAnswer } from './answer';
import type { Answer } from './answer';
import type { House } from './behaviours';
import { carryOut } from './carry-out';
import type { WriteSettings } from './carry-out';
import type { KeyRing } from './key-ring';
import { routeOf } from './routes';

/** A whole request. */
export interface BridgeRequest {
  method: string;
  /** Path with the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the answers depend on. */
export interface AnswerContext {
  house: House;
  keys: KeyRing;
  settings: WriteSettings & { unauthorizedStatus: 401 | 403 };
}

/** Types that real bridges leave out of the whole tree, although others refer to them. */
const outsideTree: ReadonlySet<string> = new Set(['motion_area_candidate', 'public_image']);

/**
 * Answers a request under the path of the resources. Service document, sections 4, 5 and 7.
 *
 * @throws Refusal where the bridge does not do what was asked
 */
export function answerResource(context: AnswerContext, request: BridgeRequest): Answer {
  const { house, keys, settings } = context;
  if (keys.keyOf(request.headers) === undefined) {
    return unauthorizedAnswer(settings.unauthorizedStatus);
  }
  const [path = '', query = ''] = request.path.split('?', 2);
  const route = routeOf(request.method, path);
  if (route.kind === 'not-found') return errorAnswer(404, [route.description]);
  if (route.kind === 'wrong-method') {
    const sentence = `${request.method} is not available for ${path}.`;
    return errorAnswer(405, [sentence], { allow: route.allowed.join(', ') });
  }
  if (request.method === 'GET' && !acceptsJson(request.headers.accept)) {
    return errorAnswer(406, ['Only application/json is available.']);
  }
  if (route.kind === 'tree') return tree(house, query);
  return carryOut(house, settings, { ...route, body: request.body });
}

/** True for a path that {@link answerResource} answers. */
export const isResourcePath = (path: string): boolean =>
  path === resourceRoot ||
  path.startsWith(`${resourceRoot}/`) ||
  path.startsWith(`${resourceRoot}?`);

/** Everything, or the types of `?type=light,room` (Hue CLIP API reference). */
function tree({ home }: House, query: string): Answer {
  const wanted = new URLSearchParams(query).get('type');
  if (wanted === null) return bytesAnswer(200, home.treeAnswer(outsideTree));
  const data = wanted.split(',').flatMap((rtype) => home.byType(rtype));
  return bytesAnswer(200, Buffer.from(JSON.stringify({ errors: [], data })));
}

function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined) return true;
  return accept
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
    .some((range) => range === '*/*' || range === 'application/*' || range === 'application/json');
}
