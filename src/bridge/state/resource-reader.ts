import type { Resource, ResourceType } from '../../resources';

/** Answer to a GET, not yet parsed: an answer equal to the last one need not be. */
export interface RawAnswer {
  body: Buffer;
  /**
   * Parses the body.
   *
   * @returns the resources in `data`
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER
   */
  resources(): Resource[];
}

/** Reads state from the bridge; every failure is a BridgeError. */
export interface ResourceReader {
  /** One GET of the collection of a type. */
  readCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawAnswer>;
  /** One GET of the whole tree. */
  readTree(signal: AbortSignal): Promise<RawAnswer>;
}
