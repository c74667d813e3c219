import { systemClock } from '../../bridge/time/clock';
import type { Clock, TimerHandle } from '../../bridge/time/clock';
import { isObject } from '../../resources/values/member-access';
import { lightFormatNames } from '../../vocabulary/formats/light-format';
import type { LightFormatContext } from '../../vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../vocabulary/formats/light-formats';
import type { ReadCommand } from '../../vocabulary/formats/light-formats';
import { copyPlainJsonWithMembers } from '../../vocabulary/plain-json';
import type { ResolvedTarget } from '../message/resolve-target-setting';
import { getChoiceOrThrow } from '../settings/evaluate-setting';
import { formatSettingPath, getParsedOrThrow } from '../settings/node-errors';

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
): Promise<ReadCommand> {
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

/** HomeKit sends them in separate messages. */
interface HueAndSaturationParts {
  hue?: unknown;
  saturation?: unknown;
}

/** In ms. HomeKit sends one part right after the other. */
export const maxHueSaturationWait = 200;

interface WaitingPart {
  parts: HueAndSaturationParts;
  timer: TimerHandle;
  resolve(parts: HueAndSaturationParts): void;
}

/** At most one part waits for each target. */
export class HueSaturationCoalescer {
  readonly #waiting = new Map<string, WaitingPart>();

  constructor(private readonly clock: Clock) {}

  /**
   * Resolves both messages at the same time; with one part if the other did not arrive within `maxHueSaturationWait`.
   */
  join(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    const earlier = this.#waiting.get(rid);
    const joined = { ...earlier?.parts, ...parts };
    if (earlier === undefined) return this.#wait(rid, parts);
    this.clock.clearTimeout(earlier.timer);
    this.#waiting.delete(rid);
    if (joined.hue !== undefined && joined.saturation !== undefined) {
      earlier.resolve(joined);
      return Promise.resolve(joined);
    }
    // If the same part arrives again, both messages take the newer value.
    const pending = this.#wait(rid, joined);
    void pending.then((result) => earlier.resolve(result));
    return pending;
  }

  #wait(rid: string, parts: HueAndSaturationParts): Promise<HueAndSaturationParts> {
    return new Promise((resolve) => {
      const timer = this.clock.setTimeout(() => {
        this.#waiting.delete(rid);
        resolve(parts);
      }, maxHueSaturationWait);
      this.#waiting.set(rid, { parts, timer, resolve });
    });
  }
}
