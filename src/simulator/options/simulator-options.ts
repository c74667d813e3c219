import type { Resource } from '../../resources';
import type { SimulatorClock } from '../home/timer-group';
import type { EventStreamServerSettings } from '../events/event-stream-server';
import type { MdnsNetworkOptions } from '../server/mdns-announcement';
import type { SelfSignedCertificateOptions } from '../identity/certificate';
import type { BridgeIdWithCertificate } from '../identity/bridge-id-with-certificate';

/** Options of a simulator. Times are in ms. */
export interface SimulatorOptions {
  /** Port of the bridge; 0 (the default) for any free port. */
  port?: number;
  /** Address the bridge listens on; loopback by default. */
  host?: string;
  /** Port of the page and the control protocol, always on loopback; 0 for any, none if missing. */
  controlPort?: number | false;
  /** Application key that the bridge accepts. */
  key?: string;
  /** Initial resources; the fixture home if missing. */
  home?: readonly Resource[];
  /** File with the state of the home, which is loaded on start. */
  stateFile?: string;
  /** Saves the state to `stateFile` on stop; the file need not exist at the start. */
  saveState?: boolean;
  /** Folder in which the certificate and paired keys are stored between runs. */
  certificateFolder?: string;
  /** 16 hex digits. */
  bridgeId?: string;
  /** Model as printed on the bridge. */
  modelId?: string;
  /** Overrides for the certificate, such as another name or expiry. */
  certificate?: Partial<SelfSignedCertificateOptions>;
  /** Identity of another simulator, to replace it. */
  identity?: BridgeIdWithCertificate;
  /** Settings of the event stream; false answers it with 404. */
  events?: EventStreamServerSettings | false;
  /** Simulates activity: sensor values change by themselves. */
  alive?: boolean | { interval: number };
  /** Announces the bridge by mDNS. */
  announce?: boolean | { type?: string; network?: MdnsNetworkOptions };
  /** Status for a wrong or missing key; real bridges answer 403. */
  unauthorizedStatus?: 401 | 403;
  /** Status of a successful POST: 200 in the service document, 201 on real bridges. */
  createdStatus?: 200 | 201;
  resourceLimit?: number;
  /** Maximum size of a request body, in bytes. */
  bodyLimit?: number;
  /** Number of requests that the request log stores. */
  requestLog?: number;
  /** Factor by which simulated durations are shortened: 100 is 100 times faster. */
  pace?: number;
  /** Clock of all simulated durations; that of the machine if missing. */
  clock?: SimulatorClock;
  /** Called with errors that do not stop the simulator. */
  onWarning?: (warning: string) => void;
}
