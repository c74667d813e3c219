import type { SuccessfulBridgeResult, BridgeClient, UntypedRequest } from '../../../src/bridge';
import { lampId } from '../../support/network/scripted-bridge';

/** Valid requests on a type with all five operations. */
export const requestPerOperation: readonly UntypedRequest[] = [
  { operation: 'list', rtype: 'geofence_client' },
  { operation: 'get', rtype: 'geofence_client', rid: lampId },
  { operation: 'create', rtype: 'geofence_client', body: { name: 'Phone' } },
  { operation: 'update', rtype: 'geofence_client', rid: lampId, body: { name: 'Phone' } },
  { operation: 'delete', rtype: 'geofence_client', rid: lampId },
];

/** Returns distinct ids in the form of a bridge's ids. */
export const makeRid = (number: number): string =>
  `33333333-4444-4555-8666-${number.toString(16).padStart(12, '0')}`;

export const dimLamp = (
  client: BridgeClient,
  rid: string,
  brightness: number,
): Promise<SuccessfulBridgeResult<unknown>> =>
  client.update('light', rid, { dimming: { brightness } });
