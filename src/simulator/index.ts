import { LampAppearanceTracker } from './lamp-appearance';
import { startActivitySimulation } from './activity';
import { announceViaMdns } from './mdns-announcement';
import { errorResponse, formatAuthority } from './http';
import type { SimulatorRequest, SimulatorResponse } from './http';
import { keepResourcesInSync } from './handlers/table';
import type { SimulationContext } from './handlers/write-handler';
import { handleResourceRequest, isResourcePath } from './resource-requests';
import { startBridgeServer, RequestLog } from './bridge-server';
import type { StreamResponseWriter, LoggedRequest } from './bridge-server';
import { computeFingerprint, loadOrCreateBridgeIdWithCertificate } from './identity';
import type { BridgeIdWithCertificate } from './identity';
import { assertSimulatorOptions } from './simulator-options';
import type { SimulatorOptions } from './simulator-options';
import { startControlServer } from './control/control-server';
import { EventStreamServer, handleEventStreamRequest, isEventStreamPath } from './event-stream';
import { FaultInjector } from './fault-injector';
import { SimulatedHome } from './simulated-home';
import {
  AcceptedApplicationKeys,
  writePairedKeysFile,
  readPairedKeysFile,
  LinkButton,
  handleKeyTest,
  handlePairingRequest,
} from './pairing';
import { handleLegacyRequest } from './legacy-requests';
import { loadHome, saveHomeState } from './home-file';
import { TimerGroup } from './timers';

export { createFixtureId } from './fixtures/fixture';
export { createUnusualHome } from './fixtures/unusual';
export type { SimulatorOptions } from './simulator-options';
export type { SimulatedHome, SimulatedHomeChange } from './simulated-home';
export type { LoggedRequest } from './bridge-server';

export interface Simulator
  extends
    Omit<SimulatorParts, 'simulation' | 'keys'>,
    Pick<SimulationContext, 'home' | 'appearances'> {
  /** Of the bridge, such as `https://127.0.0.1:8443`. */
  url: string;
  host: string;
  port: number;
  /** Of the page and of the control protocol. */
  controlUrl?: string;
  /** SHA-256 of the certificate, as pairs of hex digits with colons. */
  fingerprint: string;
  /** PEM. */
  certificate: string;
  bridgeId: string;
  identity: BridgeIdWithCertificate;
  /** Oldest first. */
  requests: readonly LoggedRequest[];
  /** @param duration in ms */
  pressLinkButton(duration?: number): void;
  connectionCount(): number;
  /**
   * Saves state and keys if there are files for them.
   *
   * @throws Error if something cannot be saved
   */
  stop(): Promise<void>;
}

/**
 * A bridge that needs no hardware, with a page where a port is given for it.
 *
 * @throws Error if an option is invalid, a port is taken, or a file or folder cannot be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  assertSimulatorOptions(options);
  const identity =
    options.identity ??
    (await loadOrCreateBridgeIdWithCertificate(
      options.certificateFolder,
      options.bridgeId?.toLowerCase(),
      options.certificate,
    ));
  const { bridgeId } = identity;
  const parts = await createParts(options, bridgeId);
  const { simulation, faults, log, events, linkButton, key } = parts;
  const { home, timers, appearances } = simulation;
  const { host = defaultHost, bodyLimit = 262_144, alive = false, controlPort = false } = options;
  const respond = createRequestHandler(options, parts, identity);
  const bridge = await startBridgeServer(
    { identity, faults, log, timers, bodyLimit, respond },
    host,
    options.port ?? 0,
  );
  const url = `https://${formatAuthority(host, bridge.port)}`;
  const fingerprint = computeFingerprint(identity.certificate);
  const control =
    controlPort === false
      ? undefined
      : await startControlServer(
          { ...parts, bridge: { url, bridgeId, fingerprint } },
          controlPort,
        ).catch(async (error: unknown) => {
          await bridge.close();
          throw error;
        });
  if (alive !== false) startActivitySimulation(simulation, alive === true ? 5_000 : alive.interval);
  const unannounce = await announceBridge(options, host, bridge.port, bridgeId);
  return {
    url,
    host,
    port: bridge.port,
    key,
    fingerprint,
    bridgeId,
    identity,
    home,
    appearances,
    faults,
    log,
    events,
    linkButton,
    ...(control === undefined ? {} : { controlUrl: control.url }),
    certificate: identity.certificate,
    requests: log.requests,
    pressLinkButton: (length) => linkButton.press(length),
    connectionCount: () => bridge.connectionCount(),
    async stop() {
      timers.stopAll();
      await Promise.all([bridge.close(), control?.close(), unannounce?.()]);
      await save(options, parts);
    },
  };
}

interface SimulatorParts {
  /** Accepted without pairing. */
  key: string;
  simulation: SimulationContext;
  keys: AcceptedApplicationKeys;
  faults: FaultInjector;
  /** Emits `change`. */
  linkButton: LinkButton;
  /** Emits `request` on arrival and `answered` after the response. */
  log: RequestLog;
  /** Open connections and direct writes. */
  events: EventStreamServer;
}

async function createParts(options: SimulatorOptions, bridgeId: string): Promise<SimulatorParts> {
  const key = options.key ?? 'simulator-key';
  const simulation = await createSimulation(options, bridgeId);
  const { home, timers } = simulation;
  const { certificateFolder: folder } = options;
  const storedKeys = folder === undefined ? [] : await readPairedKeysFile(folder);
  const faults = new FaultInjector();
  return {
    key,
    simulation,
    keys: new AcceptedApplicationKeys([key, ...storedKeys]),
    faults,
    linkButton: new LinkButton(timers),
    log: new RequestLog(options.requestLog ?? 10_000),
    events: new EventStreamServer(
      { home, timers, faults },
      options.events === false ? {} : (options.events ?? {}),
    ),
  };
}

async function save(
  { stateFile, saveState = false, certificateFolder }: SimulatorOptions,
  { simulation, keys, key }: SimulatorParts,
): Promise<void> {
  const pairedKeys = keys.all().filter((pairedKey) => pairedKey !== key);
  const results = await Promise.allSettled([
    stateFile === undefined || !saveState
      ? undefined
      : saveHomeState(stateFile, simulation.home.all()),
    certificateFolder === undefined
      ? undefined
      : writePairedKeysFile(certificateFolder, pairedKeys),
  ]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function createSimulation(
  options: SimulatorOptions,
  bridgeId: string,
): Promise<SimulationContext> {
  const home = new SimulatedHome(await loadHome(options, bridgeId));
  const timers = new TimerGroup(options.clock);
  const speedFactor = options.speedFactor ?? 1;
  const appearances = new LampAppearanceTracker({ home, timers, speedFactor });
  const simulation = { home, timers, speedFactor, appearances };
  for (const { id } of home.byType('bridge')) home.change(id, { bridge_id: bridgeId });
  keepResourcesInSync(simulation);
  return simulation;
}

function createRequestHandler(
  options: SimulatorOptions,
  { simulation, keys, linkButton, events }: SimulatorParts,
  { bridgeId }: BridgeIdWithCertificate,
): (request: SimulatorRequest) => SimulatorResponse | StreamResponseWriter {
  const { unauthorizedStatus = 403, createdStatus = 200, resourceLimit = 5_000 } = options;
  const { modelId = defaultModelId, host = defaultHost } = options;
  const { sceneLimit = Infinity, groupLimit = Infinity } = options;
  const settings = { unauthorizedStatus, createdStatus, resourceLimit, sceneLimit, groupLimit };
  const context = { simulation, keys, settings };
  return (request) => {
    if (isResourcePath(request.path)) return handleResourceRequest(context, request);
    if (options.events !== false && isEventStreamPath(request.path)) {
      return handleEventStreamRequest(keys, unauthorizedStatus, events, request);
    }
    const path = request.path.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    if (path === '/api') return handlePairingRequest(keys, linkButton, request);
    if (path === '/auth/v1') return handleKeyTest(keys, unauthorizedStatus, request);
    return path.startsWith('/api/')
      ? handleLegacyRequest({ ...context, bridgeId, modelId, host }, request, path)
      : errorResponse(404, ['Not Found']);
  };
}

const defaultModelId = 'BSB002';
const defaultHost = '127.0.0.1';

async function announceBridge(
  { announce = false, modelId = defaultModelId, onWarning }: SimulatorOptions,
  host: string,
  port: number,
  bridgeId: string,
): Promise<(() => Promise<void>) | undefined> {
  if (announce === false) return undefined;
  const { type = 'hue', network = {} } = announce === true ? {} : announce;
  return announceViaMdns({
    host,
    port,
    bridgeId,
    modelId,
    type,
    network,
    onWarning: onWarning ?? ((warning) => process.emitWarning(warning)),
  });
}
