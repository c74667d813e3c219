import assert from 'node:assert/strict';
import type { Simulator } from '../../../../src/simulator';
import { startRecordingServer } from '../../../support/network/recording-server';
import type { RecordingServer } from '../../../support/network/recording-server';
import type { AdminRoute } from '../../../support/node-red/node-red';
import { waitUntil } from '../../../support/wait-until';
import type { Trial } from '../trial';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  paletteNodes,
  FlowUnderTest,
} from './flow-under-test';
import type { NodeRedApp } from 'node-red';
import { listAdminRoutes } from '../../../support/node-red/admin-routes';

export const writerHeaders = { authorization: 'Bearer token-for-everything' };
export const jsonHeaders = { 'content-type': 'application/json' };

/** `recordingServer` must get no refused request. */
export interface SecuredEditor {
  flow: FlowUnderTest;
  simulator: Simulator;
  recordingServer: RecordingServer;
  /** A request with this body would lead there. */
  body: string;
  routes: AdminRoute[];
}

/** Starts with a deployed bridge. */
export async function startSecuredEditor(trial: Trial): Promise<SecuredEditor> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  const nodes = paletteNodes.filter(({ type }) => type !== 'bridge-poll');
  await flow.deploy(createFlow(createBridgeNode(simulator), nodes), createCredentials(trial));
  await waitUntil('the first look at the home', () =>
    simulator.requests.some(({ status }) => status === 200),
  );
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const body = JSON.stringify({
    host: '127.0.0.1',
    port: recordingServer.port,
    bridge: 'bridge',
    refresh: true,
    key: 'typed',
    keyHeader: 'home-application-key',
  });
  const routes = listPackageRoutes(flow.nodeRed.red);
  assert.ok(routes.length >= 10, `${routes.length} routes were found`);
  return { flow, simulator, recordingServer, body, routes };
}

export const hasBody = ({ method }: AdminRoute): boolean => method === 'POST' || method === 'PUT';

/** No search and no pairing has this id. */
const placeholderId = '00000000-0000-4000-8000-000000000000';

/** Returns paths without the leading slash. */
const listPackageRoutes = (red: NodeRedApp): AdminRoute[] =>
  listAdminRoutes(red)
    .filter(({ path }) => path.startsWith('/lighting-bridge/'))
    .map(({ method, path }) => ({ method, path: path.slice(1).replace(':id', placeholderId) }));
