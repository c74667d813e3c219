import type { NodeAPI } from 'node-red';
import { parseNonEmptyText } from '../settings/evaluate-setting';

export interface RouteContext {
  RED: NodeAPI;
}

/** Error that sets the HTTP status of the response. */
export class RouteHttpError extends Error {
  override readonly name = 'RouteHttpError';

  /** @param message a sentence that the dialog shows */
  constructor(
    readonly status: 400 | 404 | 409 | 429,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Handles one request of a dialog.
 *
 * @param body body of the request; any JSON object
 * @param id last segment of the path, where the route has an id
 * @returns the response body as plain JSON. It must never contain a key.
 * @throws {BridgeError} or RouteHttpError, whose message the dialog shows
 */
export type RouteHandler<ResponseBody extends object = object> = (
  context: RouteContext,
  body: Record<string, unknown>,
  id: string,
) => Promise<ResponseBody>;

/** Returns a trimmed text member of a request body; undefined if it is missing or empty. */
export const getBodyTextMember = (
  body: Record<string, unknown>,
  name: string,
): string | undefined => parseNonEmptyText(body[name]);
