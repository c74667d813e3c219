import type { ValidatedBody } from '../../resources';
import type { GroupedLight, Light } from '../../resources/table/resources-by-type';
import { parseLightCommand } from '../../vocabulary/light/command';
import { refuse } from '../../vocabulary/parse-result';
import type { LightResourceType } from '../../vocabulary/light/command';
import { createCommandError } from '../errors/command-error';
import type { StateCache } from '../state/state-cache';
import { findLightsAffectedByWrite } from '../../resources/group-lights';
import type { CommandWarning } from '../../vocabulary/parse-result';

/**
 * A colour: CSS name, hex or `rgb()` as text; red, green and blue from 0 to 255; or a point of the CIE 1931 diagram.
 */
export type LightColorInput =
  | string
  | readonly [red: number, green: number, blue: number]
  | { r: number; g: number; b: number }
  | { x: number; y: number };

/** The properties to set; missing properties stay. Brightness, colour and white turn the lamp on. */
export interface LightCommand {
  on?: boolean;
  /** In percent, 0 to 100; 0 turns the lamp off. */
  brightness?: number;
  color?: LightColorInput;
  /** White in kelvin, 1000 to 20000, limited to the range of the lamp. */
  kelvin?: number;
  /** White in mirek, 50 to 1000, limited to the range of the lamp. */
  mirek?: number;
  /** Duration of the change: ms, or text such as `'400ms'` or `'2s'`. */
  transition?: number | string;
}

interface LightUpdate {
  rtype: LightResourceType;
  rid: string;
  body: ValidatedBody;
  warnings: readonly CommandWarning[];
}

/**
 * Builds the update for a light command with the words of docs/light-words.md.
 *
 * @param stateCache has the abilities of the lamp; `light` is used if the lamp is not known
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND if `light` is not a lamp or grouped light, or the command is
 * invalid
 */
export function buildLightUpdate(
  stateCache: StateCache,
  light: Light | GroupedLight,
  command: LightCommand,
): LightUpdate {
  const { id: rid, type: rtype } = light;
  if (rtype !== 'light' && rtype !== 'grouped_light') {
    const { problem } = refuse('light.type', 'light or grouped_light', rtype);
    throw createCommandError(problem, 'ERR_BRIDGE_INVALID_COMMAND', { operation: 'update' });
  }
  const parsed = parseLightCommand(command, stateCache.get(rid) ?? light, rtype, {
    at: 'command',
    ...(rtype === 'light'
      ? {}
      : { findGroupLamps: () => findLightsAffectedByWrite(stateCache, stateCache.get(rid)) }),
  });
  if (parsed.ok) return { rtype, rid, ...parsed.value };
  throw createCommandError(parsed.problem, undefined, { operation: 'update', rtype, rid });
}
