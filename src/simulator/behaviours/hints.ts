import { member } from '../../resources';
import type { Resource } from '../../resources';
import type { Home } from '../home';
import type { Body } from './behaviour';
import { ownerOf, referenced } from './lamps-of';

/** Commands that a lamp which is off may not carry out, as real bridges name them. */
const shades: Readonly<Record<string, string>> = {
  dimming: '.dimming.brightness',
  dimming_delta: '.dimming_delta.brightness_delta',
  color: '.color.xy',
  color_temperature: '.color_temperature.mirek',
  color_temperature_delta: '.color_temperature_delta.mirek_delta',
  gradient: '.gradient.points',
  effects: '.effects.effect',
  effects_v2: '.effects_v2.action.effect',
};

/** All commands that need the lamp to hear them. */
const commands: Readonly<Record<string, string>> = { on: '.on.on', ...shades };

const sentences = (
  { type, id }: Resource,
  state: string,
  body: Body,
  named: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(named).flatMap(([name, path]) =>
    body[name] === undefined
      ? []
      : [`device (${type}) ${id} ${state}, command (${path}) may not have effect`],
  );

/** What a bridge remarks about a command to something that is off (openhab/openhab-addons#15511). */
export const softOffHints = (target: Resource, body: Body): readonly string[] => {
  const on = member(body, 'on', 'on') ?? member(target, 'on', 'on');
  return on === false ? sentences(target, 'is "soft off"', body, shades) : [];
};

/** What a bridge remarks about a command to a lamp that it cannot reach. */
export const unreachableHints = (light: Resource, body: Body): readonly string[] =>
  sentences(light, 'has communication issues', body, commands);

/** True unless the radio of the lamp's device is known to be out of reach. */
export function isReachable(home: Home, light: Resource): boolean {
  const device = ownerOf(home, light);
  if (device === undefined) return true;
  return referenced(home, device['services'])
    .filter(({ type }) => type === 'zigbee_connectivity')
    .every(({ status }) => status === 'connected');
}
