import type { SuccessfulBridgeResult, BridgeClient, UntypedRequest } from '../../../src/bridge';
import { lampId } from '../../support/network/scripted-bridge';

/** One valid request of each operation, on a type that has all five. */
export const requestPerOperation: readonly UntypedRequest[] = [
  { operation: 'list', rtype: 'geofence_client' },
  { operation: 'get', rtype: 'geofence_client', rid: lampId },
  { operation: 'create', rtype: 'geofence_client', body: { name: 'Phone' } },
  { operation: 'update', rtype: 'geofence_client', rid: lampId, body: { name: 'Phone' } },
  { operation: 'delete', rtype: 'geofence_client', rid: lampId },
];

/** Ids of the form that a bridge gives, each another. */
export const makeRid = (number: number): string =>
  `33333333-4444-4555-8666-${number.toString(16).padStart(12, '0')}`;

/** Dims one lamp. */
export const dimLamp = (
  client: BridgeClient,
  rid: string,
  brightness: number,
): Promise<SuccessfulBridgeResult<unknown>> =>
  client.update('light', rid, { dimming: { brightness } });
