export { BridgeClient, defaultKeyHeader } from './client';
export type { Answer, BridgeClientOptions, RequestOptions, WriteOptions } from './client';
export { inspectCertificate } from './connector';
export { BridgeError, codesByStatus, furtherCodes, isBridgeError } from './errors';
export type { BridgeErrorCause, BridgeErrorCode } from './errors';
export { defaultLimits } from './limits';
export type { Limits } from './limits';
export type { SeenCertificate, Trust } from './trust';
