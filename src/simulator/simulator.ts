import type { Resource } from '../resources';
import { letLive } from './alive';
import { announce } from './announce';
import { errorAnswer } from './answer';
import type { Answer } from './answer';
import { settleIn } from './behaviours';
import type { House } from './behaviours';
import { answerResource, isResourcePath } from './bridge-answers';
import type { BridgeRequest } from './bridge-answers';
import { startBridgeServer } from './bridge-server';
import type { StreamOpener } from './bridge-server';
import { fingerprintOf } from './certificate';
import { checkOptions } from './check-options';
import { startControlServer } from './control/control-server';
import { answerEventStream, isEventStreamPath } from './events/answer-event-stream';
import { EventStream } from './events/event-stream';
import { Faults } from './faults';
import { furnishedHome } from './furniture';
import { Home } from './home';
import { identityOf } from './identity';
import type { Identity } from './identity';
import { KeyRing, keepKeys, keptKeys } from './key-ring';
import { LinkButton } from './link-button';
import { authorityOf } from './listen';
import type { SimulatorOptions } from './options';
import { answerPairing } from './pairing';
import { RequestLog } from './request-log';
import type { RecordedRequest } from './request-log';
import { readState, writeState } from './state-file';
import { Timers } from './timers';
import { expectPlaceFor } from './whole-file';

/** A running simulator. */
export interface Simulator {
  /** Address of the bridge, such as `https://127.0.0.1:8443`. */
  url: string;
  host: string;
  port: number;
  /** Address of the page and of the control interface, where it has one. */
  controlUrl?: string;
  key: string;
  /** SHA-256 of the certificate, as pairs of hex digits with colons. */
  fingerprint: string;
  /** The certificate, PEM. */
  certificate: string;
  bridgeId: string;
  identity: Identity;
  /** State of the home. */
  home: Home;
  /** What goes wrong. */
  faults: Faults;
  /** The last requests, oldest first. */
  requests: readonly RecordedRequest[];
  /** Emits `request` when one has arrived whole and `answered` when it has its answer. */
  log: RequestLog;
  /** The event stream: who listens, and what goes wrong with it. */
  events: EventStream;
  /** The button on the bridge; emits `change`. */
  linkButton: LinkButton;
  /** Presses the button on the bridge. @param length how long it counts as pressed, in ms */
  pressLinkButton(length?: number): void;
  /** Number of open connections to the bridge. */
  connections(): number;
  /**
   * Ends it with all its connections and timers; saves the state where it has a file.
   *
   * @throws Error when something cannot be saved
   */
  stop(): Promise<void>;
}

/**
 * Starts a bridge that needs no hardware.
 *
 * @throws Error when an option is wrong, a port is taken, or a given file or folder cannot be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkOptions(options);
  const key = options.key ?? 'simulator-key';
  const identity = await identityFor(options);
  const { bridgeId } = identity;
  const house = await houseFor(options, bridgeId);
  const { home, timers } = house;
  const faults = new Faults();
  const parts = {
    house,
    keys: new KeyRing([key, ...(await earlierKeys(options))]),
    faults,
    linkButton: new LinkButton(timers),
    log: new RequestLog(options.requestLog ?? 10_000),
    events: new EventStream(
      { home, timers, fault: () => faults.streamFault },
      options.events === false ? {} : (options.events ?? {}),
    ),
  };
  const { log, linkButton, events } = parts;
  const host = options.host ?? '127.0.0.1';
  const bodyLimit = options.bodyLimit ?? 262_144;
  const answer = answersOf(options, parts, identity);
  const bridge = await startBridgeServer(
    { identity, faults, log, timers, bodyLimit, answer },
    host,
    options.port ?? 0,
  );
  const url = `https://${authorityOf(host, bridge.port)}`;
  const fingerprint = fingerprintOf(identity.certificate);
  const control = await startControl(options, parts, { url, bridgeId, fingerprint }).catch(
    async (error: unknown) => {
      await bridge.close();
      throw error;
    },
  );
  if (options.alive === true) letLive(house);
  else if (typeof options.alive === 'object') letLive(house, options.alive.interval);
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
    faults,
    log,
    events,
    linkButton,
    ...(control === undefined ? {} : { controlUrl: control.url }),
    certificate: identity.certificate,
    requests: log.requests,
    pressLinkButton: (length) => linkButton.press(length),
    connections: () => bridge.connections(),
    async stop() {
      timers.end();
      await Promise.all([bridge.close(), control?.close(), unannounce?.()]);
      const { stateFile, certificateFolder } = options;
      const paired = parts.keys.all().filter((kept) => kept !== key);
      const outcomes = await Promise.allSettled([
        stateFile === undefined ? undefined : writeState(stateFile, home.all()),
        certificateFolder === undefined ? undefined : keepKeys(certificateFolder, paired),
      ]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}

interface Parts {
  house: House;
  keys: KeyRing;
  faults: Faults;
  linkButton: LinkButton;
  log: RequestLog;
  events: EventStream;
}

const identityFor = async (options: SimulatorOptions): Promise<Identity> =>
  options.identity ??
  identityOf({
    folder: options.certificateFolder,
    bridgeId: options.bridgeId?.toLowerCase(),
    certificate: options.certificate,
  });

async function houseFor(options: SimulatorOptions, bridgeId: string): Promise<House> {
  const resources = await resourcesFor(options, bridgeId);
  const house = { home: new Home(resources), timers: new Timers(), pace: options.pace ?? 1 };
  for (const { id } of house.home.byType('bridge')) house.home.change(id, { bridge_id: bridgeId });
  settleIn(house);
  return house;
}

async function resourcesFor(
  { home, stateFile }: SimulatorOptions,
  bridgeId: string,
): Promise<readonly Resource[]> {
  if (stateFile === undefined) return home ?? furnishedHome(bridgeId);
  const saved = await readState(stateFile);
  await expectPlaceFor(stateFile);
  return saved ?? home ?? furnishedHome(bridgeId);
}

const earlierKeys = async ({ certificateFolder }: SimulatorOptions): Promise<readonly string[]> =>
  certificateFolder === undefined ? [] : keptKeys(certificateFolder);

function answersOf(
  options: SimulatorOptions,
  { house, keys, linkButton, events }: Parts,
  { bridgeId }: Identity,
): (request: BridgeRequest) => Answer | StreamOpener {
  const unauthorizedStatus = options.unauthorizedStatus ?? 403;
  const modelId = options.modelId ?? usualModel;
  const pairing = { keys, linkButton, bridgeId, modelId, unauthorizedStatus };
  const settings = {
    unauthorizedStatus,
    createdStatus: options.createdStatus ?? 200,
    resourceLimit: options.resourceLimit ?? 5_000,
  };
  const context = { house, keys, settings };
  return (request) => {
    if (isResourcePath(request.path)) return answerResource(context, request);
    if (options.events !== false && isEventStreamPath(request.path)) {
      return answerEventStream(keys, unauthorizedStatus, events, request);
    }
    return answerPairing(pairing, request) ?? errorAnswer(404, ['Not Found']);
  };
}

const usualModel = 'BSB002';

const startControl = async (
  { controlPort }: SimulatorOptions,
  parts: Parts,
  bridge: { url: string; bridgeId: string; fingerprint: string },
): Promise<Awaited<ReturnType<typeof startControlServer>> | undefined> =>
  controlPort === undefined || controlPort === false
    ? undefined
    : startControlServer({ ...parts, bridge }, controlPort);

async function announceBridge(
  options: SimulatorOptions,
  host: string,
  port: number,
  bridgeId: string,
): Promise<(() => Promise<void>) | undefined> {
  const wanted = options.announce ?? false;
  if (wanted === false) return undefined;
  const given = wanted === true ? {} : wanted;
  return announce({
    host,
    port,
    bridgeId,
    modelId: options.modelId ?? usualModel,
    type: given.type ?? 'hue',
    network: given.network ?? {},
    onWarning: options.onWarning ?? ((warning) => process.emitWarning(warning)),
  });
}
