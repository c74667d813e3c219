/** Answer to a request for the event stream, its body still flowing. */
export interface StreamAnswer {
  status: number;
  contentType: string;
  /** Wait that the bridge asked for, in ms. */
  retryAfter?: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Asks for the event stream over a connection of its own, to the same pinned bridge. Aborting the
 * signal ends the connection. Failing to connect is a BridgeError.
 */
export type StreamOpener = (signal: AbortSignal) => Promise<StreamAnswer>;
