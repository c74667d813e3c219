import type { Resource } from '../../resources/resource';
import type { ActiveFaults } from './active-faults';
import type { LampAppearance } from '../visible-lamp-light';

/**
 * Control protocol between the simulator and its page: JSON over plain HTTP on loopback.
 *
 * `GET /api/state` returns a `SimulatorControlState`.
 * `GET /api/requests` returns an array of `RedactedRequest`, newest last.
 * `GET /api/events` streams server-sent events, each named by a member of `SimulatorControlEvents`,
 * with its value as JSON.
 * `POST /api/resource/<rid>` takes a partial resource as an external change.
 * `POST /api/faults` takes `ActiveFaults` and replaces all active faults.
 * `POST /api/link-button` takes an empty object.
 */
export interface SimulatorControlState {
  bridge: SimulatedBridgeInfo;
  resources: readonly Resource[];
  faults: ActiveFaults;
  linkButton: LinkButtonState;
  /** That have changed since the start. */
  appearances: readonly LampAppearanceUpdate[];
}

export interface LampAppearanceUpdate {
  id: string;
  /** On the clock of `appearance`, in ms. */
  now: number;
  appearance: LampAppearance;
}

/** Without the key: pairing creates one. */
export interface SimulatedBridgeInfo {
  /** Such as `https://127.0.0.1:8443`. */
  url: string;
  bridgeId: string;
  /** SHA-256 of the certificate, such as `AB:CD:…`. */
  fingerprint: string;
}

export interface LinkButtonState {
  /** End of the window, ISO 8601; null while the button is not pressed. */
  pressedUntil: string | null;
}

/** All keys are redacted. */
export interface RedactedRequest {
  /** From 1. */
  number: number;
  /** Of arrival, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** Empty if there was none. */
  body: string;
  /** Null if a fault ended the connection without a response. */
  status: number | null;
  /** Truncated for the page. */
  answer: string;
  /** From arrival to the end of the response, in ms. */
  duration: number;
}

export interface SimulatorControlEvents {
  /** Complete, after the change. */
  resource: Resource;
  deleted: { id: string; type: string };
  appearance: LampAppearanceUpdate;
  request: RedactedRequest;
  faults: ActiveFaults;
  'link-button': LinkButtonState;
}
