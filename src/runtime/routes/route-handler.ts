import type { Response } from 'express';
import type { NodeAPI } from 'node-red';
import { getBridgeSession } from '../bridge/bridge-node';
import type { BridgeSession } from '../bridge/bridge-session';
import { parseNonEmptyText } from '../settings/evaluate-setting';

export interface RouteRequest {
  RED: NodeAPI;
  /** For a route that sends its response itself. */
  response: Response;
  /** Any JSON object. */
  body: Record<string, unknown>;
  /** Last segment of the path, where the route has an id. */
  id: string;
}

/** Time limit for a command from the editor, in ms. */
export const maxCommandWait = 20_000;

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
 * @returns the response body as plain JSON, which must never contain a key; undefined if the route sends its response itself
 * @throws {BridgeError} or RouteHttpError, whose message the dialog shows
 */
export type RouteHandler<ResponseBody extends object | undefined = object> = (
  request: RouteRequest,
) => Promise<ResponseBody>;

/** @throws {RouteHttpError} status 404 if no such bridge is deployed */
export function requireBridgeOfRoute({ RED, id }: RouteRequest): BridgeSession {
  const session = getBridgeSession(RED, id);
  if (session !== undefined) return session;
  const sentence = 'The bridge is not deployed. Deploy it, then try again.';
  throw new RouteHttpError(404, 'NO_BRIDGE', sentence);
}

/** Returns a trimmed text member of a request body; undefined if it is missing or empty. */
export const getBodyTextMember = (
  body: Record<string, unknown>,
  name: string,
): string | undefined => parseNonEmptyText(body[name]);
