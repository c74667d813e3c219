import * as v from 'valibot';
import { isKey } from './key-ring';
import { firstSentence } from './first-sentence';
import type { SimulatorOptions } from './options';
import { isResource } from './state-file';

const port = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535));
const text = v.pipe(v.string(), v.nonEmpty('Expected a text, got nothing.'));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const aboveNothing = v.pipe(v.number(), v.finite(), v.gtValue(0));
const notChecked = v.optional(v.unknown());

/** What the options may be; those that only other programs of this package hand over are not looked into. */
const schema = v.strictObject({
  port: v.optional(port),
  host: v.optional(text),
  controlPort: v.optional(v.union([port, v.literal(false)], 'Expected a port, or false for none.')),
  key: v.optional(v.custom(isKey, 'Expected letters, digits and signs of ASCII, no spaces.')),
  home: v.optional(
    v.array(v.custom(isResource, 'Expected a resource, with `id` and `type`.'), 'Expected a list.'),
  ),
  stateFile: v.optional(text),
  certificateFolder: v.optional(text),
  bridgeId: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/i, 'Expected 16 hex digits.'))),
  modelId: v.optional(text),
  certificate: notChecked,
  identity: notChecked,
  events: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        batch: v.optional(v.pipe(v.number(), v.minValue(0))),
        kept: v.optional(count),
      }),
    ]),
  ),
  alive: v.optional(v.union([v.boolean(), v.strictObject({ interval: aboveNothing })])),
  announce: notChecked,
  unauthorizedStatus: v.optional(v.picklist([401, 403])),
  createdStatus: v.optional(v.picklist([200, 201])),
  resourceLimit: v.optional(count),
  bodyLimit: v.optional(count),
  requestLog: v.optional(v.pipe(count, v.minValue(1))),
  pace: v.optional(aboveNothing),
  onWarning: notChecked,
} satisfies Record<keyof SimulatorOptions, v.GenericSchema>);

/**
 * Refuses options that no simulator can run with.
 *
 * @throws TypeError that names the first wrong one, and never shows a key
 */
export function checkOptions(options: SimulatorOptions): void {
  const check = v.safeParse(schema, options);
  if (!check.success) throw new TypeError(firstSentence(check.issues));
}
