import type { Resource, ResourceType } from '../../resources';

/** Response to a GET, not yet parsed: parsing is skipped for a body equal to the last one. */
export interface RawResponse {
  body: Buffer;
  /**
   * Parses the body.
   *
   * @returns the resources in `data`
   * @throws {BridgeError} ERR_BRIDGE_MALFORMED_ANSWER
   */
  parseResources(): Resource[];
}

/** Fetches resources from the bridge; every failure is a BridgeError. */
export interface ResourceReader {
  /** One GET of the collection of a type. */
  fetchCollection(rtype: ResourceType, signal: AbortSignal): Promise<RawResponse>;
  /** One GET of all resources (`/resource`). */
  fetchAll(signal: AbortSignal): Promise<RawResponse>;
}
