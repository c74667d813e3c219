import type { Resource } from '../resources';
import { errorAnswer } from './answer';
import { answerResource, isResourcePath } from './bridge-answers';
import { settleIn } from './behaviours';
import { startBridgeServer } from './bridge-server';
import { fingerprintOf, selfSignedCertificate } from './certificate';
import { Faults } from './faults';
import { furnishedHome } from './furniture';
import { Home } from './home';
import { KeyRing } from './key-ring';
import { RequestLog } from './request-log';
import type { RecordedRequest } from './request-log';
import { Timers } from './timers';

export { furnishedHome, idOf } from './furniture';
export { Home } from './home';
export type { HomeChange } from './home';
export { Faults } from './faults';
export type { Fault, FaultMatch } from './faults';
export type { RateLimit } from './rate-limiter';
export type { RecordedRequest } from './request-log';

/** How a simulator is started. Times are in ms. */
export interface SimulatorOptions {
  /** Port of the bridge; 0 (the default) for any that is free. */
  port?: number;
  /** Address to listen on. */
  host?: '127.0.0.1';
  /** Key that opens the bridge. */
  key?: string;
  /** What stands in the home; without it a furnished one. */
  home?: readonly Resource[];
  /** Id of the bridge: 16 hex digits. */
  bridgeId?: string;
  /** Status for a wrong or missing key; real bridges answer 403. */
  unauthorizedStatus?: 401 | 403;
  /** Status of a successful POST: 200 in the service document, 201 on real bridges. */
  createdStatus?: 200 | 201;
  /** How many resources fit into the bridge. */
  resourceLimit?: number;
  /** How much faster than life everything that takes time goes. */
  pace?: number;
}

/** A running simulator. */
export interface Simulator {
  /** Address of the bridge, such as `https://127.0.0.1:8443`. */
  url: string;
  host: string;
  port: number;
  key: string;
  /** SHA-256 of the certificate, as pairs of hex digits with colons. */
  fingerprint: string;
  /** The certificate, PEM. */
  certificate: string;
  bridgeId: string;
  /** State of the home. */
  home: Home;
  /** What goes wrong. */
  faults: Faults;
  /** The last requests, oldest first. */
  requests: readonly RecordedRequest[];
  /** Emits `request` and `answered`. */
  log: RequestLog;
  /** Number of open connections to the bridge. */
  connections(): number;
  /** Ends it with all its connections and timers. */
  stop(): Promise<void>;
}

/** Starts a bridge that needs no hardware. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const host = options.host ?? '127.0.0.1';
  const key = options.key ?? 'simulator-key';
  const bridgeId = options.bridgeId ?? '02a1b2fffec3d4e5';
  const identity = selfSignedCertificate({ commonName: bridgeId });
  const home = new Home(options.home ?? furnishedHome(bridgeId));
  const timers = new Timers();
  const faults = new Faults();
  const log = new RequestLog(10_000);
  const house = { home, timers, pace: options.pace ?? 1 };
  settleIn(house);
  const context = {
    house,
    keys: new KeyRing([key]),
    settings: {
      unauthorizedStatus: options.unauthorizedStatus ?? 403,
      createdStatus: options.createdStatus ?? 200,
      resourceLimit: options.resourceLimit ?? 5_000,
    },
  };
  const server = await startBridgeServer(
    {
      identity,
      faults,
      log,
      timers,
      bodyLimit: 262_144,
      answer: (request) =>
        isResourcePath(request.path)
          ? answerResource(context, request)
          : errorAnswer(404, ['Not Found']),
      takeOver: () => false,
    },
    host,
    options.port ?? 0,
  );
  return {
    url: `https://${host}:${server.port}`,
    host,
    port: server.port,
    key,
    bridgeId,
    home,
    faults,
    log,
    fingerprint: fingerprintOf(identity.certificate),
    certificate: identity.certificate,
    requests: log.requests,
    connections: () => server.connections(),
    async stop() {
      timers.clear();
      await server.close();
    },
  };
}
