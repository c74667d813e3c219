import type { Resource } from '../../resources';
import type { BridgeSettings } from '../bridge/bridge-settings';
import type { OpenedBridge } from '../bridge/open-bridge-client';
import { describeConnection } from './live-home';
import { createHomeHealth } from './home-health';
import { StandIns } from './stand-ins';

interface DiagnosedVersions {
  readonly node: string;
  readonly nodeRed: string;
  readonly package: string;
}

/** Shape of a bridge's answer to `GET /clip/v2/resource`. */
export interface HomeDump {
  readonly errors: readonly [];
  readonly data: unknown;
}

/** Contains no name, id, address, serial number or key of the home. */
export interface HomeDiagnostics {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly versions: DiagnosedVersions;
  readonly settings: unknown;
  readonly connection: unknown;
  readonly health: unknown;
  /** Oldest first. */
  readonly requests: unknown;
  readonly home: HomeDump;
}

/**
 * Describes a bridge without a request, for people who look for the cause of a problem. All parts use the same
 * stand-ins.
 */
export function createHomeDiagnostics(
  bridge: OpenedBridge,
  settings: BridgeSettings,
  versions: DiagnosedVersions,
): HomeDiagnostics {
  const { stateCache, connectionState, diagnostics } = bridge.client;
  const resources = [...stateCache.all()];
  const standIns = new StandIns(resources);
  const requests = diagnostics.requests.map(({ sentAt, method, path, result, duration }) => ({
    sentAt: sentAt.toISOString(),
    method,
    path: standIns.replaceInPath(path),
    result: result ?? null,
    duration: duration ?? null,
  }));
  return {
    createdAt: new Date().toISOString(),
    versions,
    settings: describeSettings(settings),
    connection: {
      ...toObject(standIns.replaceIn(describeConnection(bridge))),
      code: connectionState.reason?.code ?? null,
    },
    health: standIns.replaceIn(createHomeHealth(bridge)),
    requests,
    home: dump(standIns, resources),
  };
}

export function createHomeDump({ client }: OpenedBridge): HomeDump {
  const resources = [...client.stateCache.all()];
  return dump(new StandIns(resources), resources);
}

const dump = (standIns: StandIns, resources: readonly Resource[]): HomeDump => ({
  errors: [],
  data: standIns.replaceIn(resources),
});

/** Leaves out addresses, ids and keys. */
const describeSettings = ({
  port,
  bridgeId,
  fingerprint,
  caFile,
  events,
  limits,
  showStates,
}: BridgeSettings): object => ({
  port,
  hasBridgeId: bridgeId !== undefined,
  hasFingerprint: fingerprint !== undefined,
  hasCaFile: caFile !== undefined,
  events,
  limits,
  showStates,
});

const toObject = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};
