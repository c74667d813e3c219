import {
  getListMember,
  getNestedMember,
  getNumericMember,
  getXyMember,
  isObject,
} from '../../../resources/values/member-access';
import type { Resource, Members } from '../../../resources';
import { rgbToHex } from '../../../units/light-color';
import type { Rgb, Xy } from '../../../units/light-color';
import { nameBasicColor, xyToHueMagicRgb } from './colors';
import {
  createHueMagicInfo,
  createModelInfo,
  createReachability,
  formatHueMagicTime,
  toFlag,
} from './state-members';
import type { StateCreator } from './state-members';

const getBrightness = (light: Resource): number | undefined =>
  getNumericMember(light, 'dimming', 'brightness');

function createPowerMembers(light: Resource): Members {
  const brightness = getBrightness(light);
  return {
    on: getNestedMember(light, 'on', 'on') ?? false,
    brightness: brightness ?? false,
    brightnessLevel: brightness === undefined ? false : Math.round((254 / 100) * brightness),
  };
}

/** The hexadecimal digits have no `#`. */
function createColorMembers(xy: Xy, light: Resource): { rgb: Rgb; hex: string; xyColor: Xy } {
  const rgb = xyToHueMagicRgb(xy, getBrightness(light) ?? 100);
  return { rgb, hex: rgbToHex(rgb).slice(1), xyColor: { x: xy.x, y: xy.y } };
}

/** Each up to a number of mirek. */
const whiteNames = [
  ['cold', 200],
  ['normal', 350],
  ['warm', 410],
  ['hot', Infinity],
] as const;

function createWhiteMembers(light: Resource): Members {
  if (light['color_temperature'] === undefined) return {};
  const mirek = getNumericMember(light, 'color_temperature', 'mirek');
  const name = mirek && whiteNames.find(([, end]) => mirek < end)?.[0];
  return { colorTemp: mirek ?? false, colorTempName: name ?? 'unknown' };
}

function createEffectMembers(light: Resource): { payload: Members; model: Members } {
  const { effects_v2: newer, effects: older, timed_effects: timed } = light;
  const [status, names] =
    newer === undefined
      ? [getNestedMember(older, 'status'), getNestedMember(older, 'effect_values')]
      : [
          getNestedMember(newer, 'status', 'effect'),
          getNestedMember(newer, 'action', 'effect_values'),
        ];
  const timedStatus = getNestedMember(timed, 'status') ?? 'no_effect';
  const timedEffects = getNestedMember(timed, 'effect_values') ?? [];
  const hasEffects = newer !== undefined || older !== undefined;
  return {
    payload: {
      ...(hasEffects ? { effect: status ?? 'no_effect' } : {}),
      ...(timed === undefined ? {} : { timedEffect: timedStatus }),
    },
    model: {
      ...(hasEffects ? { effectsV2: newer !== undefined, effects: names ?? [] } : {}),
      ...(timed === undefined ? {} : { timedEffects }),
    },
  };
}

function createGradientMembers(light: Resource): Members {
  const { gradient } = light;
  if (!isObject(gradient)) return {};
  const points = getListMember(gradient, 'points');
  const colors = points.flatMap((point) => {
    const xy = getXyMember(point, 'color', 'xy');
    return xy === undefined ? [] : [createColorMembers(xy, light)];
  });
  return {
    gradient: {
      colors,
      numColors: points.length,
      totalColors: gradient['points_capable'],
      mode: toFlag(gradient['mode']),
    },
  };
}

export const createLightState: StateCreator = (source) => {
  const { resource: light, at } = source;
  const xy = getXyMember(light, 'color', 'xy');
  const color = xy && createColorMembers(xy, light);
  const effects = createEffectMembers(light);
  const { powerup } = light;
  const isNamed = color !== undefined && source.options?.colorNames !== false;
  return {
    payload: {
      ...createPowerMembers(light),
      ...createReachability(source),
      updated: formatHueMagicTime(at),
      ...color,
      ...(isNamed ? { color: nameBasicColor(color.rgb) } : {}),
      ...createWhiteMembers(light),
      ...effects.payload,
      ...(powerup === undefined ? {} : { powerUp: getNestedMember(powerup, 'preset') ?? false }),
      ...createGradientMembers(light),
    },
    info: {
      ...createHueMagicInfo(source, 'light'),
      name:
        getNestedMember(light, 'metadata', 'name') ??
        getNestedMember(source.owner, 'metadata', 'name') ??
        false,
      model: {
        ...createModelInfo(source),
        friendsOfHue: true,
        ...(color === undefined
          ? {}
          : {
              colorGamut: getNestedMember(light, 'color', 'gamut'),
              colorGamutType: getNestedMember(light, 'color', 'gamut_type'),
            }),
        ...effects.model,
      },
    },
  };
};

export const createGroupState: StateCreator = ({ resource, owner, services, at }) => {
  const resources: Record<string, string[]> = {};
  for (const { id, type } of services) (resources[type] ??= []).push(id);
  return {
    payload: { ...createPowerMembers(resource), updated: formatHueMagicTime(at) },
    info: {
      id: owner?.id ?? resource.id,
      idV1: toFlag(owner?.['id_v1']),
      name: getNestedMember(owner, 'metadata', 'name') ?? 'all',
      resources,
      type: 'group',
    },
  };
};
