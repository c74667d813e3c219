export { BridgeClient } from './client';
export type {
  Answer,
  BridgeClientOptions,
  RequestOptions,
  UntypedRequest,
  WriteOptions,
} from './client';
export { concerns } from './changes';
export type { Change, ChangeCause, ResourceChange } from './changes';
export type { ConnectionKind, ConnectionListener, ConnectionState } from './connection';
export { inspectCertificate } from './inspect-certificate';
export { defaultKeyHeader } from './credentials';
export { discoverBridges } from './discovery';
export type { DiscoveredBridge, DiscoveryOptions } from './discovery';
export { BridgeError, codesByStatus, furtherCodes, isBridgeError } from './errors';
export type { BridgeErrorCause, BridgeErrorCode } from './errors';
export type { FollowOptions } from './follower';
export { findKeyHeader } from './key-header';
export type { KeyHeaderOptions } from './key-header';
export { defaultLimits } from './limits';
export type { Limits } from './limits';
export type { Mirror } from './mirror';
export { pair } from './pairing';
export type { Pairing, PairingOptions } from './pairing';
export type { SeenCertificate, Trust } from './trust';
export type { Watch, WatchOptions } from './watch';
