import * as v from 'valibot';
import type { Resource } from '../resources';
import type { SimulatorClock } from './home/timer-group';
import type { EventStreamServerSettings } from './server/event-stream-server';
import type { AnnouncementNetworkOptions } from './server/mdns-announcement';
import type { SelfSignedCertificateOptions } from './identity/certificate';
import type { BridgeIdWithCertificate } from './identity/bridge-id-with-certificate';
import { isHeaderSafeKey } from './server/accepted-application-keys';
import { formatFirstIssue } from './format-first-issue';
import { hasIdAndType } from './home/home-state-file';

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
  /** File with the initial resources, which is only read; instead of `home` and `stateFile`. */
  homeFile?: string;
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
  announce?: boolean | { type?: string; network?: AnnouncementNetworkOptions };
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
  speedFactor?: number;
  /** Clock of all simulated durations; that of the machine if missing. */
  clock?: SimulatorClock;
  /** Called with errors that do not stop the simulator. */
  onWarning?: (warning: string) => void;
}

const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const textSchema = v.pipe(v.string(), v.nonEmpty('Expected a text, got nothing.'));
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const positiveNumberSchema = v.pipe(v.number(), v.finite(), v.gtValue(0));
const uncheckedSchema = v.optional(v.unknown());

/** Options that only other programs of this package pass are not checked. */
const simulatorOptionsSchema = v.strictObject({
  port: v.optional(port),
  host: v.optional(textSchema),
  controlPort: v.optional(v.union([port, v.literal(false)], 'Expected a port, or false for none.')),
  key: v.optional(
    v.custom(isHeaderSafeKey, 'Expected letters, digits and signs of ASCII, no spaces.'),
  ),
  home: v.optional(
    v.array(
      v.custom(hasIdAndType, 'Expected a resource, with `id` and `type`.'),
      'Expected a list.',
    ),
  ),
  homeFile: v.optional(textSchema),
  stateFile: v.optional(textSchema),
  saveState: v.optional(v.boolean()),
  certificateFolder: v.optional(textSchema),
  bridgeId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/i, 'Expected 16 hex digits.'))),
  modelId: v.optional(textSchema),
  certificate: uncheckedSchema,
  identity: uncheckedSchema,
  events: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        batch: v.optional(v.pipe(v.number(), v.minValue(0))),
        kept: v.optional(countSchema),
      }),
    ]),
  ),
  alive: v.optional(v.union([v.boolean(), v.strictObject({ interval: positiveNumberSchema })])),
  announce: uncheckedSchema,
  unauthorizedStatus: v.optional(v.picklist([401, 403])),
  createdStatus: v.optional(v.picklist([200, 201])),
  resourceLimit: v.optional(countSchema),
  bodyLimit: v.optional(countSchema),
  requestLog: v.optional(v.pipe(countSchema, v.minValue(1))),
  speedFactor: v.optional(positiveNumberSchema),
  clock: uncheckedSchema,
  onWarning: uncheckedSchema,
} satisfies Record<keyof SimulatorOptions, v.GenericSchema>);

/**
 * Checks the options of a simulator.
 *
 * @throws TypeError that names the first wrong option; never contains a key
 */
export function assertSimulatorOptions(options: SimulatorOptions): void {
  const check = v.safeParse(simulatorOptionsSchema, options);
  if (!check.success) throw new TypeError(formatFirstIssue(check.issues));
}
