export { BridgeClient } from './client';
export type {
  SuccessfulBridgeResult,
  BridgeClientOptions,
  ModifyOptions,
  ReadOptions,
  RequestOptions,
  UntypedRequest,
  WriteOptions,
} from './client';
export type { StateDependentBody } from './request';
export { affectsProperty } from './resource-state';
export type {
  ResourceChangeEvent,
  ChangeCause,
  MomentaryInputReport,
  ResourceChange,
} from './resource-state';
export type {
  ConnectionStatus,
  ConnectionStateListener,
  ConnectionState,
} from './connection-state';
export type { ConnectionDiagnostics } from './connection';
export type { RecordedRequest } from './connection';
export { inspectCertificate } from './tls';
export { defaultKeyHeader } from './credentials';
export { discoverBridges } from './discovery';
export type { DiscoveredBridge, DiscoveryOptions } from './discovery';
export { BridgeError, errorCodesByStatus, nonStatusErrorCodes, isBridgeError } from './errors';
export type { BridgeErrorFacts, BridgeErrorCode } from './errors';
export type { RediscoveryOptions } from './rediscovery';
export { detectKeyHeaderName } from './pairing';
export type { DetectKeyHeaderOptions } from './pairing';
export { defaultLimits } from './limits';
export type { ClientLimits } from './limits';
export type { ChangeToExplain, StateCache } from './state';
export type { ChangedBy, NodeWriteKind, WriteOrigin } from '../logbook/changed-by';
export { pairWithBridge } from './pairing';
export type { PairingResult, PairingOptions } from './pairing';
export type { CertificateInfo, TrustOptions } from './tls';
export type { LightColorInput, LightCommand } from './client';
export type {
  ChangeIterationOptions,
  ChangeIterable,
  RequestedWrite,
  ResourceObservationOptions,
  Watch,
  WatchOptions,
  WriteListener,
} from './watch';
export type * from '../resources/resources-by-type';
export type { OperationName, Resource } from '../resources/resource';
export type { ResourceIdentifier } from '../resources/schemas';
export type {
  CreateBody,
  ResourceOf,
  KnownResourceType,
  ResourceType,
  UpdateBody,
} from '../resources/table';
