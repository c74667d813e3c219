import * as v from 'valibot';
import { isHeaderSafeKey } from '../server/accepted-application-keys';
import { formatFirstIssue } from './format-first-issue';
import type { SimulatorOptions } from './simulator-options';
import { hasIdAndType } from '../storage/home-state-file';

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
  pace: v.optional(positiveNumberSchema),
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
