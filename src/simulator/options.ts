import type { Resource } from '../resources';
import type { AnnouncementNetwork } from './announce';
import type { CertificateOptions } from './certificate';
import type { Identity } from './identity';

/** How the event stream behaves. Times are in ms. */
export interface EventSettings {
  /** Changes within this time go into one message; 0 sends each at once. Real bridges wait 1 s. */
  batch?: number;
  /** How many messages are kept for those who come back with `Last-Event-ID`. */
  kept?: number;
}

/** How a simulator is started. Times are in ms. */
export interface SimulatorOptions {
  /** Port of the bridge; 0 (the default) for any that is free. */
  port?: number;
  /** Address the bridge listens on; loopback unless given. */
  host?: string;
  /** Port of the page and of the control interface, always on loopback; 0 for any, without it none. */
  controlPort?: number | false;
  /** Key that opens the bridge. */
  key?: string;
  /** What stands in the home; without it a furnished one. */
  home?: readonly Resource[];
  /** File with the state of the home: read at the start when it exists, written at the end. */
  stateFile?: string;
  /** Folder that keeps the certificate, and the keys from pairing, from start to start. */
  certificateFolder?: string;
  /** Id of the bridge: 16 hex digits. */
  bridgeId?: string;
  /** Model as printed on the bridge. */
  modelId?: string;
  /** What is unusual about the certificate: another name, another time. */
  certificate?: Partial<CertificateOptions>;
  /** Identity of an earlier simulator, to stand in for it. */
  identity?: Identity;
  /** Event stream as real bridges have it; false answers 404 for it. */
  events?: EventSettings | false;
  /** Sensors move by themselves. */
  alive?: boolean | { interval: number };
  /** Announces the bridge by mDNS. */
  announce?: boolean | { type?: string; network?: AnnouncementNetwork };
  /** Status for a wrong or missing key; real bridges answer 403. */
  unauthorizedStatus?: 401 | 403;
  /** Status of a successful POST: 200 in the service document, 201 on real bridges. */
  createdStatus?: 200 | 201;
  /** How many resources fit into the bridge. */
  resourceLimit?: number;
  /** Most bytes of a body that the bridge reads. */
  bodyLimit?: number;
  /** How many requests are written down. */
  requestLog?: number;
  /** How much faster than life everything that takes time goes. */
  pace?: number;
  /** Told what goes wrong without ending the simulator. */
  onWarning?: (warning: string) => void;
}
