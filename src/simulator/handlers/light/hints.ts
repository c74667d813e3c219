import type { Resource, Members } from '../../../resources';
import type { SimulatedHome } from '../../home/simulated-home';
import { findOwner, resolveReferences } from '../../home/find-resources';
import { isOffAfter } from './light-state';

/** Without effect on a lamp that is off. The hints contain the paths. */
const stateCommandPaths: Readonly<Record<string, string>> = {
  dimming: '.dimming.brightness',
  dimming_delta: '.dimming_delta.brightness_delta',
  color: '.color.xy',
  color_temperature: '.color_temperature.mirek',
  color_temperature_delta: '.color_temperature_delta.mirek_delta',
  gradient: '.gradient.points',
  effects: '.effects.effect',
  effects_v2: '.effects_v2.action.effect',
};

const commandPaths: Readonly<Record<string, string>> = { on: '.on.on', ...stateCommandPaths };

const formatHints = (
  { type, id }: Resource,
  state: string,
  body: Members,
  paths: Readonly<Record<string, string>>,
): readonly string[] =>
  Object.entries(paths).flatMap(([name, path]) =>
    body[name] === undefined
      ? []
      : [`device (${type}) ${id} ${state}, command (${path}) may not have effect`],
  );

/** For a light that is off (openhab/openhab-addons#15511). */
export const getLightOffHints = (target: Resource, body: Members): readonly string[] =>
  isOffAfter(target, body) ? formatHints(target, 'is "soft off"', body, stateCommandPaths) : [];

export const getUnreachableLampHints = (light: Resource, body: Members): readonly string[] =>
  formatHints(light, 'has communication issues', body, commandPaths);

/** False if the Zigbee connectivity of the lamp's device is not `connected`. */
export function isLampReachable(home: SimulatedHome, light: Resource): boolean {
  const device = findOwner(home, light);
  if (device === undefined) return true;
  return resolveReferences(home, device['services'])
    .filter(({ type }) => type === 'zigbee_connectivity')
    .every(({ status }) => status === 'connected');
}
