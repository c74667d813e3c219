import { systemClock } from '../../../bridge/time/clock';
import { isObject } from '../../../resources/values/member-access';
import { lightFormatNames } from '../../../vocabulary/formats/light-format-codec';
import { parseFormattedCommand } from '../../../vocabulary/formats/light-formats';
import { copyPlainJsonWithMembers } from '../../../vocabulary/parsing/plain-json';
import { formatSettingPath, getParsedOrThrow } from '../../settings/node-errors';
import { getChoiceOrThrow } from '../../settings/evaluate-setting';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { HueSaturationCoalescer } from './hue-saturation-coalescer';

/** By client: the waiting values end with it. */
const coalescersByClient = new WeakMap<object, HueSaturationCoalescer>();

/**
 * @param payload for one lamp or group
 * @returns plain words; for HomeKit after the second part of a colour
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an invalid format or payload
 */
export async function readFormattedCommand(
  { client }: { readonly client: object },
  format: unknown,
  { payload, at, target }: { payload: unknown; at: string; target: ResolvedTarget },
): Promise<unknown> {
  const setting = { value: format, path: formatSettingPath('format') };
  const name = getChoiceOrThrow(setting, lightFormatNames);
  const { rid, rtype, resource: lamp } = target;
  const kind = rtype === 'light' ? 'light' : 'grouped_light';
  const command = getParsedOrThrow(parseFormattedCommand(name, payload, at, { kind, lamp }));
  if (name !== 'homekit' || !isObject(command)) return command;
  const { hue, saturation } = command;
  if ((hue === undefined) === (saturation === undefined)) return command;
  const coalescer = coalescersByClient.get(client) ?? new HueSaturationCoalescer(systemClock);
  coalescersByClient.set(client, coalescer);
  const part = hue === undefined ? { saturation } : { hue };
  return copyPlainJsonWithMembers(command, { ...(await coalescer.join(rid, part)) });
}
