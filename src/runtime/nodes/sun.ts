import type { NodeDef } from 'node-red';
import { loadSunDaysOfPlace } from '../../programs/sun-day';
import type { GeoCoordinates } from '../../programs/sun-day';
import { maxSunOffset, parseSunMoment, sunMomentTypes } from '../../programs/sun-moments';
import type { SunMoment } from '../../programs/sun-moments';
import { formatParsableDuration } from '../../units/duration';
import type { NodeCode, DeployedNode } from '../node';
import type { RunContext } from '../running';
import { isSettingUnset, parseNonEmptyText } from '../stored-settings';
import { parseChoice, addReadOnlyWarning } from '../settings';
import { parsePlace } from '../numeric-settings';
import { createSettingError } from '../errors';
import type { PlaceDef } from '../numeric-settings';
import { createDotStatus, createErrorStatus, idleStatus } from '../status';
import type { NodeStatusContent } from '../status';
import { HomeSun, sunriseAndSunset } from './home-sun';
import type { HomeSunSettings } from './home-sun';

/** Sends whether it is between two times, or the events of the sun. */
export const createSunNode: NodeCode<SunNodeDef, HomeSun> = (node) => ({
  start: (context) => startSun(node, context),
  async onInput(message) {
    const answer = addReadOnlyWarning(await (await node.current()).request(), message);
    return { createMessages: () => Object.assign(message, answer) };
  },
});

export interface SunNodeDef extends NodeDef, PlaceDef {
  bridge?: unknown;
  /** `period`: whether it is between two moments. `events`: the moments. */
  emit?: unknown;
  emitAtStart?: unknown;
  /** Time of day, or offset from sunrise or sunset; ignored for `both`. */
  moment?: unknown;
  /** As `fromType`, or `both` for sunrise and sunset. */
  momentType?: unknown;
  from?: unknown;
  /** See `sunMomentTypes`. */
  fromType?: unknown;
  to?: unknown;
  toType?: unknown;
}

interface SunSettings {
  readonly sun: HomeSunSettings;
  /** Undefined for the bridge's place. */
  readonly place: GeoCoordinates | undefined;
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND with the name of the setting */
export function parseSunSettings(def: SunNodeDef): SunSettings {
  const emit = parseChoice(def.emit, ['period', 'events'], 'emit');
  const place = parsePlace(def);
  if (emit === 'events') return { sun: { kind: 'events', moments: parseMoments(def) }, place };
  const fromType = parseChoice(def.fromType, sunMomentTypes, 'fromType') ?? sunMomentTypes[0];
  const from = parseMoment(def.from, fromType, 'from');
  const to = parseMoment(
    isSettingUnset(def.to) && isSettingUnset(def.toType) ? '23:00' : def.to,
    parseChoice(def.toType, ['time', ...typesOfSun], 'toType') ?? 'time',
    'to',
  );
  if (JSON.stringify(from) === JSON.stringify(to))
    throw createSettingError('to', 'another moment than the start of the period', def.to);
  const emitAtStart = def.emitAtStart !== false;
  return { sun: { kind: 'period', period: { from, to }, emitAtStart }, place };
}

function parseMoments(def: SunNodeDef): readonly SunMoment[] {
  const type = parseChoice(def.momentType, ['both', ...typesOfSun], 'momentType') ?? 'both';
  return type === 'both' ? sunriseAndSunset : [parseMoment(def.moment, type, 'moment')];
}

const typesOfSun = sunMomentTypes.filter((type) => type !== 'time');

function parseMoment(
  value: unknown,
  type: (typeof sunMomentTypes)[number],
  name: string,
): SunMoment {
  const moment = parseSunMoment(type, parseNonEmptyText(value) ?? '');
  if (moment !== undefined) return moment;
  const expected =
    type === 'time'
      ? 'a time such as 23:30'
      : `a time up to ${formatParsableDuration(maxSunOffset)}, such as 30min`;
  throw createSettingError(name, expected, value);
}

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings */
export async function startSun(
  { def, status }: Pick<DeployedNode<SunNodeDef, HomeSun>, 'def' | 'status'>,
  { bridge, node, onError, isStopped }: RunContext,
): Promise<HomeSun> {
  const { sun: settings, place } = parseSunSettings(def);
  const placeDays = place && (await loadSunDaysOfPlace(place));
  let problem: Error | undefined;
  const listener = {
    send: (message) => node.send(message),
    fail(error) {
      problem = error;
      onError(error);
    },
    onChange: () => status.refresh(),
  } satisfies ConstructorParameters<typeof HomeSun>[2];
  const sun = new HomeSun(bridge, settings, listener, placeDays);
  if (isStopped()) sun.stop();
  else status.setLasting({ choose: () => chooseStatus(sun, problem) });
  return sun;
}

function chooseStatus(sun: HomeSun, problem: Error | undefined): NodeStatusContent {
  const state = sun.describe();
  if (state === undefined) return problem === undefined ? idleStatus : createErrorStatus(problem);
  const { dayType } = state;
  const next = state.kind === 'period' ? state.until : state.next;
  const isWithin = state.kind === 'period' && state.isWithin;
  const key = state.kind === 'events' ? 'next' : isWithin ? 'yesUntil' : 'noUntil';
  return createDotStatus(
    isWithin || state.kind === 'events' ? 'green' : 'grey',
    next === undefined
      ? { key: dayType === 'polar_day' ? 'sun.polarDay' : 'sun.polarNight' }
      : { key: `sun.${key}`, values: { time: sun.formatTime(next) } },
  );
}
