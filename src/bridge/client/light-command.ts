import type { ValidatedBody } from '../../resources';
import type { GroupedLight, Light } from '../../resources/table/resource-types';
import { parseLightCommand, createInvalidValueResult } from '../../vocabulary';
import type { LightResourceType } from '../../vocabulary';
import { createCommandError } from '../errors/command-error';
import type { Mirror } from '../state/mirror';
import { listGroupLamps } from '../../resources/group-lights';

/** A colour: CSS name, hex or `rgb()` as text, red, green and blue from 0 to 255, or a point of the CIE 1931 diagram. */
export type LightColorInput =
  | string
  | readonly [red: number, green: number, blue: number]
  | { r: number; g: number; b: number }
  | { x: number; y: number };

/** What a lamp or a group is to become; what is left out stays. Brightness, colour and white turn it on. */
export interface LightCommand {
  on?: boolean;
  /** In percent, 0 to 100; 0 turns off. */
  brightness?: number;
  color?: LightColorInput;
  /** White in kelvin, 1000 to 20000, taken into the range of the lamp. */
  kelvin?: number;
  /** White in mirek, 50 to 1000, taken into the range of the lamp. */
  mirek?: number;
  /** How long the change takes: ms, or a text such as `'400ms'` or `'2s'`. */
  transition?: number | string;
}

/** A light command in the terms of the bridge. */
export interface LightUpdate {
  rtype: LightResourceType;
  rid: string;
  body: ValidatedBody;
  /** What was changed or left out because the lamp cannot do it. */
  warnings: readonly string[];
}

/**
 * Builds the update for a light command, by the words of docs/light-words.md.
 *
 * @param mirror holds what the lamp can do; where it does not know the lamp, `light` says it
 * @param light lamp or grouped light to set
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND when `light` is neither or the command cannot be
 */
export function buildLightUpdate(
  mirror: Mirror,
  light: Light | GroupedLight,
  command: LightCommand,
): LightUpdate {
  const { id: rid, type: rtype } = light;
  if (rtype !== 'light' && rtype !== 'grouped_light') {
    const { problem } = createInvalidValueResult('light.type', 'light or grouped_light', rtype);
    throw createCommandError(problem, 'ERR_BRIDGE_INVALID_COMMAND', { operation: 'update' });
  }
  const parsed = parseLightCommand(command, mirror.get(rid) ?? light, rtype, {
    at: 'command',
    ...(rtype === 'light' ? {} : { findGroupLamps: () => listGroupLamps(mirror, rid) }),
  });
  if (parsed.ok) return { rtype, rid, ...parsed.value };
  throw createCommandError(parsed.problem, undefined, { operation: 'update', rtype, rid });
}
