import type { NodeAPI } from 'node-red';

/** What a route may use. */
export interface RouteContext {
  RED: NodeAPI;
}

/**
 * Answers one request of a dialog.
 *
 * @param body what the dialog sent; any JSON object
 * @returns the answer as plain JSON. It must never hold a key.
 * @throws BridgeError whose sentence the dialog shows
 */
export type RouteHandler = (
  context: RouteContext,
  body: Record<string, unknown>,
) => Promise<object>;
