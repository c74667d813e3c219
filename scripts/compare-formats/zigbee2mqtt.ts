import { isDeepStrictEqual } from 'node:util';
import { getNestedMember } from '../../src/resources/members';
import type { Members } from '../../src/resources/members';
import { isSameChange, toOurChange } from '../../test/vocabulary/formats/support/lamp-change';
import type { LampChange } from '../../test/vocabulary/formats/support/lamp-change';
import {
  zigbee2mqttCommands,
  zigbee2mqttPackage,
  zigbee2mqttStates,
  toOurState,
} from '../../test/vocabulary/formats/support/zigbee2mqtt-messages';
import type { ComparedRow, FormatComparison } from './format-comparison';

/** A lamp with colours, and one that has a gradient, too. */
const toModel = (message: unknown): string =>
  JSON.stringify(message).includes('gradient') ? 'LCX004' : 'LCA001';

export const zigbee2mqttComparison: FormatComparison = {
  name: 'zigbee2mqtt',
  packages: [zigbee2mqttPackage],
  program: 'zigbee2mqtt.cjs',
  inputs: {
    commands: zigbee2mqttCommands.map(([message]) => ({ model: toModel(message), message })),
    states: zigbee2mqttStates.map(({ model, reports }) => ({ model, reports })),
  },
  compare(observed) {
    const [commands, states] = ['commands', 'states'].map((name) =>
      getNestedMember(observed, name),
    );
    if (!Array.isArray(commands) || !Array.isArray(states))
      throw new TypeError('The program printed no commands and states.');
    return [
      ...zigbee2mqttCommands.map((row, index) => compareCommand(row, commands[index])),
      ...zigbee2mqttStates.map((row, index) => compareState(row, states[index])),
    ];
  },
};

function compareState(
  { reports, published, reason }: (typeof zigbee2mqttStates)[number],
  theirs: unknown,
): ComparedRow {
  const ours = toOurState(reports);
  return isDeepStrictEqual(theirs, published)
    ? {
        direction: 'state',
        input: reports,
        theirs,
        ours,
        agrees: isDeepStrictEqual(ours, theirs),
        reason,
      }
    : {
        direction: 'state',
        input: reports,
        theirs,
        ours: { inTheTable: published },
        agrees: false,
      };
}

function compareCommand(
  [input, recorded, reason]: (typeof zigbee2mqttCommands)[number],
  observed: unknown,
): ComparedRow {
  const theirs = toTheirChange(observed);
  const { change: ours } = toOurChange('zigbee2mqtt', input);
  const agrees = isSameChange(theirs, ours);
  const isAsRecorded = isSameChange(theirs, recorded);
  return isAsRecorded
    ? { direction: 'command', input, theirs, ours, agrees, reason }
    : { direction: 'command', input, theirs, ours: { inTheTable: recorded }, agrees: false };
}

/** What the lamp does with all that the converters send. */
function toTheirChange(observed: unknown): LampChange {
  const sent = getNestedMember(observed, 'sent');
  if (!Array.isArray(sent)) throw new TypeError('The program printed no list of what was sent.');
  if (sent.length === 0) return { refused: true };
  const changes = sent.map(({ cluster, command, payload }: SentCommand) => {
    const convert = toChangeByCommand[command === 'write' ? `write ${cluster}` : command];
    if (convert === undefined) throw new TypeError(`The lamp got the unknown ${command}.`);
    return convert(payload);
  });
  const entries = changes.flatMap((change) => Object.entries(change));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

interface SentCommand {
  readonly cluster: string;
  readonly command: string;
  readonly payload: Members;
}

/** In seconds; the wire has tenths. */
const toTransition = ({ transtime }: Members): LampChange =>
  Number(transtime) > 0 ? { transition: Number(transtime) / 10 } : {};

/** 0 is up for a brightness, 1 for a colour. */
const toSigned = (mode: unknown, size: unknown): number =>
  mode === 3 || mode === 'down' ? -Number(size) : Number(size);

const toLevelMode = (mode: unknown): string => (mode === 1 ? 'down' : 'up');

const toLevel = (payload: Members): LampChange => ({
  ...(payload['level'] === 0 ? { on: false } : { level: payload['level'], on: true }),
  ...toTransition(payload),
});

const toLevelStep = (payload: Members): LampChange => ({
  levelStep: toSigned(toLevelMode(payload['stepmode']), payload['stepsize']),
  ...toTransition(payload),
});

const toLevelSpeed = ({ movemode, rate }: Members): LampChange => ({
  levelSpeed: toSigned(toLevelMode(movemode), rate),
});

const turnsOnUpwards = (mode: unknown): LampChange => (mode === 1 ? {} : { on: true });

/** Of 65535. */
const toFraction = (value: unknown): number => Number(value) / 65_535;
/** Of 254 to degrees. */
const toDegrees = (value: number): number => (value / 254) * 360;
const toPercent = (value: number): number => (value / 254) * 100;
const toSpeed = ({ movemode, rate }: Members): number =>
  movemode === 0 ? 0 : toSigned(movemode, rate);

const effectNamesByType: Readonly<Record<string, string>> = {
  0: 'no_effect',
  1: 'candle',
  2: 'fire',
  3: 'prism',
  9: 'sunrise',
  10: 'sparkle',
  11: 'opal',
  12: 'glisten',
  13: 'sunset',
  14: 'underwater',
  15: 'cosmos',
  16: 'sunbeam',
  17: 'enchant',
};

const gradientModesByStyle: Readonly<Record<string, string>> = {
  2: 'random_pixelated',
  4: 'interpolated_palette_mirrored',
};

const powerupByStartUp: Readonly<Record<string, unknown>> = {
  0: false,
  1: true,
  2: 'toggle',
  255: 'previous',
};

/** 0xff and 0xffff stand for the value before. */
const unlessPrevious = (value: unknown): unknown =>
  value === 0xff || value === 0xffff ? undefined : value;

const toCoordinate = (value: unknown): number | undefined =>
  unlessPrevious(value) === undefined ? undefined : toFraction(value);

const valueOf = (payload: Members, attribute: string): unknown =>
  getNestedMember(payload, attribute, 'value');

const toChangeByCommand: Readonly<Record<string, (payload: Members) => LampChange>> = {
  on: () => ({ on: true }),
  off: () => ({ on: false }),
  toggle: () => ({ on: 'toggle' }),
  onWithTimedOff: ({ ontime }) => ({ on: true, offAfter: Number(ontime) / 10 }),
  moveToLevelWithOnOff: toLevel,
  moveToLevel: (payload) => ({ level: payload['level'], ...toTransition(payload) }),
  step: toLevelStep,
  stepWithOnOff: (payload) => ({ ...toLevelStep(payload), ...turnsOnUpwards(payload['stepmode']) }),
  move: toLevelSpeed,
  moveWithOnOff: (payload) => ({
    ...toLevelSpeed(payload),
    ...turnsOnUpwards(payload['movemode']),
  }),
  stop: () => ({ levelSpeed: 0 }),
  moveToColor: (payload) => ({
    xy: [toFraction(payload['colorx']), toFraction(payload['colory'])],
    ...toTransition(payload),
  }),
  moveToColorTemp: (payload) => ({ mirek: payload['colortemp'], ...toTransition(payload) }),
  enhancedMoveToHueAndSaturation: (payload) => ({
    hue: toFraction(payload['enhancehue']) * 360,
    saturation: toPercent(Number(payload['saturation'])),
    ...toTransition(payload),
  }),
  enhancedMoveToHue: (payload) => ({
    hue: toFraction(payload['enhancehue']) * 360,
    ...toTransition(payload),
  }),
  moveToSaturation: (payload) => ({
    saturation: toPercent(Number(payload['saturation'])),
    ...toTransition(payload),
  }),
  stepColorTemp: (payload) => ({
    mirekStep: toSigned(payload['stepmode'], payload['stepsize']),
    ...toTransition(payload),
  }),
  stepHue: (payload) => ({
    hueStep: toDegrees(toSigned(payload['stepmode'], payload['stepsize'])),
    ...toTransition(payload),
  }),
  stepSaturation: (payload) => ({
    saturationStep: toPercent(toSigned(payload['stepmode'], payload['stepsize'])),
    ...toTransition(payload),
  }),
  moveColorTemp: (payload) => ({ mirekSpeed: toSpeed(payload) }),
  moveHue: (payload) => ({ hueSpeed: toDegrees(toSpeed(payload)) }),
  moveSaturation: (payload) => ({ saturationSpeed: toPercent(toSpeed(payload)) }),
  triggerEffect: ({ effectid }) =>
    Number(effectid) >= 254 ? { effect: 'no_effect' } : { alert: true },
  identify: () => ({ identify: true }),
  multiColor: ({ onOff, effectType, effectSpeed, xy, gradient, style }) => ({
    on: onOff,
    effect: effectNamesByType[String(effectType)],
    effectSpeed,
    xy,
    gradient,
    gradientMode: gradientModesByStyle[String(style)],
  }),
  'write genOnOff': (payload) => ({
    powerupOn: powerupByStartUp[String(payload['startUpOnOff'] ?? valueOf(payload, '16387'))],
  }),
  'write genLevelCtrl': (payload) => ({ powerupLevel: unlessPrevious(valueOf(payload, '16384')) }),
  'write lightingColorCtrl': (payload) => ({
    powerupMirek: unlessPrevious(payload['startUpColorTemperature'] ?? valueOf(payload, '16400')),
    powerupX: toCoordinate(valueOf(payload, '3')),
    powerupY: toCoordinate(valueOf(payload, '4')),
  }),
};
