import * as v from 'valibot';
import { parseHexColor, kelvinToMirek } from '../../units/color';
import type { ColorSpace, Xy } from '../../units/color';
import { serviceOperations, serviceShape } from '../resource';
import * as members from '../light-schemas';
import { getPlainColorOrEffect, getPlainBrightness, getPlainPower, getShownXy } from './light';
import type { PlainLight } from './light';
import { getNestedMember, isObject } from '../members';
import type { Resource, ResourceRow } from '../resource';

/** Body extended by the Hue CLIP API reference. */
export const groupedLightRow = {
  section: '2.5',
  operations: serviceOperations.readUpdate,
  read: serviceShape<{
    on: { on: boolean };
    dimming: { brightness: number };
    dimming_delta: object;
    color_temperature: object;
    color_temperature_delta: object;
    color: object;
    dynamics: object;
    alert: { action_values: string[] };
    signaling: { signal_values: string[] };
  }>(),
  update: {
    on: v.optional(members.onMemberWriteSchema),
    dimming: v.optional(members.dimmingWriteSchema),
    dimming_delta: v.optional(members.dimmingDeltaWriteSchema),
    color_temperature: v.optional(members.colorTemperatureWriteSchema),
    color_temperature_delta: v.optional(members.colorTemperatureDeltaWriteSchema),
    color: v.optional(members.colorWriteSchema),
    dynamics: v.optional(v.strictObject({ duration: v.optional(members.transitionWriteSchema) })),
    alert: v.optional(members.alertWriteSchema),
    signaling: v.optional(members.signalingWriteSchema),
  },
  nonIdempotentMembers: ['dimming_delta', 'color_temperature_delta', 'alert', 'signaling'],
  lane: 'groups',
  valueDescription:
    '`{ on, brightness }`, and `kelvin` or `color` where its lit lamps show the same',
  value: (group, lights = []) => getPlainGroup(group, lights),
} satisfies ResourceRow;

/** A function declaration, since the definition above refers to it. */
export function getPlainGroup(
  group: Resource,
  lights: readonly Resource[],
  space?: ColorSpace,
): PlainLight {
  return {
    ...getPlainPower(group),
    ...getPlainBrightness(group),
    ...findCommonColor(lights, space),
  };
}

/** Lamps that show the same white round differently. */
const mirekTolerance = 5;
/** Of a channel, between lamps that show the same colour within their own gamuts. */
const channelTolerance = 16;

/**
 * Of all lit lamps with colour; empty if they differ, or if a lamp shows an effect or a gradient, which groups cannot
 * be set to.
 */
function findCommonColor(
  lights: readonly Resource[],
  space: ColorSpace | undefined,
): Pick<PlainLight, 'kelvin' | 'color'> {
  const colors = listColoredLights(lights)
    .map((light) => getPlainColorOrEffect(light, space))
    .map(({ kelvin, color, effect }) => (effect === undefined ? { kelvin, color } : {}));
  const [first] = colors;
  if (first === undefined || !colors.every((other) => looksAlike(first, other))) return {};
  const { kelvin, color } = first;
  return { ...(kelvin === undefined ? {} : { kelvin }), ...(color === undefined ? {} : { color }) };
}

const listColoredLights = (lights: readonly Resource[]): readonly Resource[] =>
  lights.filter(
    (light) =>
      getNestedMember(light, 'on', 'on') === true &&
      (isObject(light['color_temperature']) || isObject(light['color'])),
  );

/** Undefined while a white is shown, or if the lamps differ. */
export function getShownColor(light: Resource, lights: readonly Resource[]): Xy | undefined {
  if (light.type === 'light') return getShownXy(light);
  const [first] =
    findCommonColor(lights, undefined).color === undefined ? [] : listColoredLights(lights);
  return first && getShownXy(first);
}

interface PlainColor {
  kelvin?: number | undefined;
  color?: string | undefined;
}

const looksAlike = (one: PlainColor, other: PlainColor): boolean =>
  isSameWhite(one.kelvin, other.kelvin) && isSameColor(one.color, other.color);

function isSameWhite(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Math.abs(kelvinToMirek(one) - kelvinToMirek(other)) <= mirekTolerance;
}

function isSameColor(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [channels, others] = [parseHexColor(one) ?? [], parseHexColor(other) ?? []];
  return channels.every(
    (channel, index) => Math.abs(channel - (others[index] ?? 0)) <= channelTolerance,
  );
}
