import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge/bridge-node';
import type { BridgeSession } from '../bridge/bridge-session';
import { parseNonEmptyText } from '../settings/evaluate-setting';

export interface RouteRequest {
  RED: NodeAPI;
  /** For a route that sends its response itself. */
  response: Response;
  body: Record<string, unknown>;
  /** Last path segment, where the route has an id. */
  id: string;
}

/** From the editor, in ms. */
export const maxCommandWait = 20_000;

export class RouteHttpError extends Error {
  override readonly name = 'RouteHttpError';

  /** @param message shown in the dialog */
  constructor(
    readonly status: 400 | 404 | 409 | 429,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * @returns plain JSON, which must never contain a key; undefined if the route sends its response itself
 * @throws {BridgeError} or RouteHttpError, whose message the dialog shows
 */
export type RouteHandler<ResponseBody extends object | undefined = object> = (
  request: RouteRequest,
) => Promise<ResponseBody>;

/** @throws {RouteHttpError} status 404 */
export function requireBridgeOfRoute({ RED, id }: RouteRequest): BridgeSession {
  const session = getBridgeSession(RED, id);
  if (session !== undefined) return session;
  const sentence = 'The bridge is not deployed. Deploy it, then try again.';
  throw new RouteHttpError(404, 'NO_BRIDGE', sentence);
}

/** Returns undefined for an empty text; trims others. */
export const getBodyTextMember = (
  body: Record<string, unknown>,
  name: string,
): string | undefined => parseNonEmptyText(body[name]);
