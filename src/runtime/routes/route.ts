import type { NodeAPI } from 'node-red';

/** What a route may use. */
export interface RouteContext {
  RED: NodeAPI;
}

/** Answers a request with a status of its own. */
export class RouteRefusal extends Error {
  override readonly name = 'RouteRefusal';

  /** @param message a sentence that the dialog shows */
  constructor(
    readonly status: 404 | 409 | 429,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Answers one request of a dialog.
 *
 * @param body what the dialog sent; any JSON object
 * @param id last part of the path, where the route has such a part
 * @returns the answer as plain JSON. It must never hold a key.
 * @throws {BridgeError} or RouteRefusal whose sentence the dialog shows
 */
export type RouteHandler<Answer extends object = object> = (
  context: RouteContext,
  body: Record<string, unknown>,
  id: string,
) => Promise<Answer>;
