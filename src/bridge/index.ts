export { BridgeClient } from './client';
export type {
  Answer,
  BridgeClientOptions,
  ReadOptions,
  RequestOptions,
  UntypedRequest,
  WriteOptions,
} from './client';
export { concerns } from './state/changes';
export type { Change, ChangeCause, ResourceChange } from './state/changes';
export type { ConnectionKind, ConnectionListener, ConnectionState } from './link/connection';
export { inspectCertificate } from './trust/inspect-certificate';
export { defaultKeyHeader } from './trust/credentials';
export { discoverBridges } from './finding/discovery';
export type { DiscoveredBridge, DiscoveryOptions } from './finding/discovery';
export { BridgeError, codesByStatus, furtherCodes, isBridgeError } from './errors/errors';
export type { BridgeErrorCause, BridgeErrorCode } from './errors/errors';
export type { FollowOptions } from './finding/follower';
export { findKeyHeader } from './key-header';
export type { KeyHeaderOptions } from './key-header';
export { defaultLimits } from './limits';
export type { Limits } from './limits';
export type { Mirror } from './state/mirror';
export { pair } from './finding/pairing';
export type { Pairing, PairingOptions } from './finding/pairing';
export type { SeenCertificate, Trust } from './trust/trust';
export type { Watch, WatchOptions } from './watching/watch';
