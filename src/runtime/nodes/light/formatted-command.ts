import { systemClock } from '../../../bridge/time/clock';
import { isObject } from '../../../resources/values/member-access';
import { lightFormatNames } from '../../../vocabulary/formats/light-format-codec';
import type { LightFormatContext } from '../../../vocabulary/formats/light-format-codec';
import { parseFormattedCommand } from '../../../vocabulary/formats/light-formats';
import type { CommandWarning } from '../../../vocabulary/parsing/parse-result';
import { copyPlainJsonWithMembers } from '../../../vocabulary/parsing/plain-json';
import { formatSettingPath, getParsedOrThrow } from '../../settings/node-errors';
import { getChoiceOrThrow } from '../../settings/evaluate-setting';
import type { ResolvedTarget } from '../../message/resolve-target-setting';
import { HueSaturationCoalescer } from './hue-saturation-coalescer';

interface FormattedPayload extends Pick<LightFormatContext, 'messageMembers' | 'refusedMembers'> {
  readonly payload: unknown;
  readonly at: string;
  readonly target: ResolvedTarget;
}

/** By client: the waiting values end with it. */
const coalescersByClient = new WeakMap<object, HueSaturationCoalescer>();

/**
 * Translates the payload for one lamp or group.
 *
 * @returns plain words; for HomeKit after the second part of a colour
 * @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for an invalid format or payload
 */
export async function readFormattedCommand(
  { client }: { readonly client: object },
  format: unknown,
  { payload, at, target, ...members }: FormattedPayload,
): Promise<{ readonly command: unknown; readonly warnings: readonly CommandWarning[] }> {
  const setting = { value: format, path: formatSettingPath('format') };
  const name = getChoiceOrThrow(setting, lightFormatNames);
  const { rid, rtype, resource: lamp } = target;
  const kind = rtype === 'light' ? 'light' : 'grouped_light';
  const context = { target: { kind, lamp }, ...members } as const;
  const read = getParsedOrThrow(parseFormattedCommand(name, payload, at, context));
  const { command } = read;
  if (name !== 'homekit' || !isObject(command)) return read;
  const { hue, saturation } = command;
  if ((hue === undefined) === (saturation === undefined)) return read;
  const coalescer = coalescersByClient.get(client) ?? new HueSaturationCoalescer(systemClock);
  coalescersByClient.set(client, coalescer);
  const part = hue === undefined ? { saturation } : { hue };
  const joined = copyPlainJsonWithMembers(command, { ...(await coalescer.join(rid, part)) });
  return { ...read, command: joined };
}
