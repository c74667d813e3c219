/** Response to a request for the event stream; its body is not complete yet. */
export interface EventStreamResponse {
  status: number;
  contentType: string;
  /** Wait that the bridge asked for, in ms. */
  retryAfter?: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens the event stream over a connection of its own, to the same pinned bridge. Aborting the
 * signal ends the connection. Rejects with a BridgeError when it cannot connect.
 */
export type EventStreamOpener = (signal: AbortSignal) => Promise<EventStreamResponse>;
