import * as v from 'valibot';
import { isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { Program } from './program';

/** In ms since the epoch (ECMAScript, "Time Values and Time Range"). */
const latestTime = 8.64e15;

const time = v.pipe(v.number(), v.minValue(0), v.maxValue(latestTime));
const duration = v.pipe(v.number(), v.gtValue(0), v.maxValue(latestTime));
const finiteNumber = v.pipe(v.number(), v.finite());
const members = v.custom<Members>(isObject);
const lamps = v.array(v.looseObject({ id: v.string(), type: v.string() }));

const steps = v.array(v.looseObject({ members, duration, maxDuration: v.optional(duration) }));

const fadeEndpoint = v.looseObject({
  brightness: v.optional(finiteNumber),
  mirek: v.optional(finiteNumber),
  xy: v.optional(v.looseObject({ x: finiteNumber, y: finiteNumber })),
});

const storedProgram = v.looseObject({
  target: v.looseObject({ rid: v.string(), rtype: v.picklist(['light', 'grouped_light']) }),
  lamps: v.array(v.string()),
  properties: v.array(v.picklist(['power', 'brightness', 'color'])),
  // Daylight is not stored: its node starts it again.
  content: v.variant('kind', [
    v.looseObject({ kind: v.literal('later'), members }),
    v.looseObject({ kind: v.literal('restore'), before: lamps, steps }),
    v.looseObject({ kind: v.literal('fade'), from: fadeEndpoint, to: fadeEndpoint, duration }),
    v.looseObject({
      kind: v.picklist(['sequence', 'alert']),
      steps: v.pipe(steps, v.nonEmpty()),
      rounds: v.nullable(v.pipe(finiteNumber, v.gtValue(0))),
      longest: v.optional(duration),
      seed: v.nullable(finiteNumber),
      lengthSeed: v.optional(finiteNumber),
      before: v.optional(lamps),
    }),
  ]),
  startedAt: time,
  keptAt: v.optional(time),
  starter: v.optional(v.looseObject({ nodeId: v.string(), digest: v.string() })),
  hasBegun: v.optional(v.boolean()),
});

/** Checks a program of a file, which may have been changed, or written by another version. */
export const isStoredProgram = (value: unknown): value is Program => v.is(storedProgram, value);
