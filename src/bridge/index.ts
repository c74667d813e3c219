export { BridgeClient } from './client/bridge-client';
export type {
  SuccessfulBridgeResult,
  BridgeClientOptions,
  ModifyOptions,
  ReadOptions,
  RequestOptions,
  UntypedRequest,
  WriteOptions,
} from './client/bridge-client';
export type { StateDependentBody } from './queue/state-dependent-body';
export { affectsProperty } from './state/resource-state';
export type {
  ResourceChangeEvent,
  ChangeCause,
  MomentaryInputReport,
  ResourceChange,
} from './state/resource-state';
export type {
  ConnectionStatus,
  ConnectionStateListener,
  ConnectionState,
} from './connection/connection-state';
export type { ConnectionDiagnostics } from './connection/bridge-connection';
export type { RecordedRequest } from './connection/bridge-connection';
export { inspectCertificate } from './tls/inspect-certificate';
export { defaultKeyHeader } from './credentials/credentials';
export { discoverBridges } from './discovery/discover-bridges';
export type { DiscoveredBridge, DiscoveryOptions } from './discovery/discover-bridges';
export {
  BridgeError,
  errorCodesByStatus,
  nonStatusErrorCodes,
  isBridgeError,
} from './errors/bridge-error';
export type { BridgeErrorFacts, BridgeErrorCode } from './errors/bridge-error';
export type { RediscoveryOptions } from './connection/bridge-rediscovery';
export { detectKeyHeaderName } from './pairing/pairing';
export type { DetectKeyHeaderOptions } from './pairing/pairing';
export { defaultLimits } from './limits/client-limits';
export type { ClientLimits } from './limits/client-limits';
export type { StateCache } from './state/state-cache';
export { pairWithBridge } from './pairing/pairing';
export type { PairingResult, PairingOptions } from './pairing/pairing';
export type { CertificateInfo, TrustOptions } from './tls/certificate-verifier';
export type { LightColorInput, LightCommand } from './client/light-command';
export type {
  ChangeIterationOptions,
  ChangeIterable,
  RequestedWrite,
  ResourceObservationOptions,
  Watch,
  WatchOptions,
  WriteListener,
} from './watch/watch';
export type * from '../resources/table/resources-by-type';
export type {
  CreateBody,
  OperationName,
  Resource,
  ResourceIdentifier,
  ResourceOf,
  KnownResourceType,
  ResourceType,
  UpdateBody,
} from '../resources';
