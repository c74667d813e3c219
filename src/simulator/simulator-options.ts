import * as v from 'valibot';
import type { Resource } from '../resources/resource';
import type { SimulatorClock } from './timers';
import type { AnnouncementNetworkOptions } from './mdns-announcement';
import type { SelfSignedCertificateOptions, BridgeIdWithCertificate } from './identity';
import { isHeaderSafeKey } from './pairing';
import { hasIdAndType } from './simulated-home';

const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const textSchema = v.pipe(v.string(), v.nonEmpty('Expected a text, got nothing.'));
const countSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
const positiveNumberSchema = v.pipe(v.number(), v.finite(), v.gtValue(0));

/** Only other programs of this package pass such an option. */
const unchecked = <Option>() => v.optional(v.custom<Option>(() => true));

const simulatorOptionsSchema = v.strictObject({
  /** 0 (the default) for any free port. */
  port: v.optional(port),
  /** Where the bridge listens; loopback by default. */
  host: v.optional(textSchema),
  /** Of page and control protocol, on loopback; 0 for any, none if missing. */
  controlPort: v.optional(v.union([port, v.literal(false)], 'Expected a port, or false for none.')),
  /** The bridge accepts this application key. */
  key: v.optional(
    v.custom<string>(isHeaderSafeKey, 'Expected letters, digits and signs of ASCII, no spaces.'),
  ),
  /** The fixture home if missing. */
  home: v.optional(
    v.pipe(
      v.array(
        v.custom<Resource>(hasIdAndType, 'Expected a resource, with `id` and `type`.'),
        'Expected a list.',
      ),
      v.readonly(),
    ),
  ),
  /** Initial resources; only read; instead of `home` and `stateFile`. */
  homeFile: v.optional(textSchema),
  /** The same devices under new ids, and what people made `kept` or `gone`, as after a reset. */
  newIds: v.optional(v.picklist(['kept', 'gone'])),
  /** State of the home, loaded on start. */
  stateFile: v.optional(textSchema),
  /** To `stateFile` on stop; the file need not exist at the start. */
  saveState: v.optional(v.boolean()),
  /** For the certificate and paired keys between runs. */
  certificateFolder: v.optional(textSchema),
  bridgeId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/i, 'Expected 16 hex digits.'))),
  /** As printed on the bridge. */
  modelId: v.optional(textSchema),
  /** Such as another name or expiry. */
  certificate: unchecked<Partial<SelfSignedCertificateOptions>>(),
  /** Of another simulator, to replace it. */
  identity: unchecked<BridgeIdWithCertificate>(),
  /** Of the event stream; false answers it with 404. */
  events: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        batch: v.optional(v.pipe(v.number(), v.minValue(0))),
        kept: v.optional(countSchema),
        mirekValid: v.optional(v.boolean()),
      }),
    ]),
  ),
  /** Sensor values change by themselves, every 5 s if there is no interval. */
  alive: v.optional(v.union([v.boolean(), v.strictObject({ interval: positiveNumberSchema })])),
  announce: unchecked<boolean | { type?: string; network?: AnnouncementNetworkOptions }>(),
  /** For a wrong or missing key; real bridges answer 403. */
  unauthorizedStatus: v.optional(v.picklist([401, 403])),
  /** Of a POST: 200 in the service document, 201 on real bridges. */
  createdStatus: v.optional(v.picklist([200, 201])),
  resourceLimit: v.optional(countSchema),
  /** Of scenes; a square bridge holds about 200. */
  sceneLimit: v.optional(countSchema),
  /** Of rooms and zones together; a square bridge holds about 64. */
  groupLimit: v.optional(countSchema),
  /** Of a request, in bytes. */
  bodyLimit: v.optional(countSchema),
  /** Number of stored requests. */
  requestLog: v.optional(v.pipe(countSchema, v.minValue(1))),
  /** Shortens simulated durations: 100 is 100 times faster. */
  speedFactor: v.optional(positiveNumberSchema),
  /** Of simulated durations; the machine's if missing. */
  clock: unchecked<SimulatorClock>(),
  /** Called with errors that do not stop the simulator. */
  onWarning: unchecked<(warning: string) => void>(),
});

/** Times are in ms. */
export type SimulatorOptions = v.InferOutput<typeof simulatorOptionsSchema>;

/** @throws TypeError that names the first wrong option; never contains a key */
export function assertSimulatorOptions(options: SimulatorOptions): void {
  const check = v.safeParse(simulatorOptionsSchema, options);
  if (!check.success) throw new TypeError(formatFirstIssue(check.issues));
}

type Issue = v.BaseIssue<unknown>;

/** Such as `answers.0.status: Invalid type: Expected …`. */
export function formatFirstIssue([issue]: readonly [Issue, ...Issue[]]): string {
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `${path}: ${issue.message}`;
}
