import {
  appendMemberToPath,
  getNestedMember,
  isObject,
} from '../../resources/values/member-access';
import type { Resource, Members } from '../../resources';
import { roundTo } from '../../units/arithmetic';
import { accept, refuseWithout } from '../parsing/parse-result';
import type { CommandWarning, ParseResult } from '../parsing/parse-result';
import type { BrightnessLimits } from './light-property';

interface BrightnessLimitContext {
  at: string;
  lamp: Resource | undefined;
  /** True if the state in `lamp` may be outdated. */
  isOutdated: boolean;
}

interface BrightnessLimitedBody {
  body: Members;
  warnings: readonly CommandWarning[];
}

/**
 * A step or a dimming ends at the limit. The lamp can still be turned off.
 *
 * @returns `needs: 'state'` for a step if the brightness is unknown
 */
export function limitCommandBrightness(
  body: Members,
  limits: BrightnessLimits,
  context: BrightnessLimitContext,
): ParseResult<BrightnessLimitedBody> {
  const brightness = getNestedMember(body, 'dimming', 'brightness');
  if (typeof brightness === 'number') {
    const { value, warnings } = clampBrightness(brightness, limits, context.at);
    return accept({ body: { ...body, dimming: { brightness: value } }, warnings });
  }
  const delta = body['dimming_delta'];
  return isObject(delta) && (delta['action'] === 'up' || delta['action'] === 'down')
    ? limitStep(body, delta, limits, context)
    : accept({ body, warnings: [] });
}

function clampBrightness(
  requested: number,
  { minimum = 0, maximum = 100 }: BrightnessLimits,
  at: string,
): { value: number; warnings: readonly CommandWarning[] } {
  const value = Math.min(maximum, Math.max(minimum, requested));
  if (value === requested) return { value, warnings: [] };
  const kind = value > requested ? 'lowest' : 'highest';
  const path = appendMemberToPath(at, 'brightness');
  return { value, warnings: [{ kind, path, requested, value }] };
}

function limitStep(
  body: Members,
  delta: Members,
  { minimum = 0, maximum = 100 }: BrightnessLimits,
  { at, lamp, isOutdated }: BrightnessLimitContext,
): ParseResult<BrightnessLimitedBody> {
  const current = isOutdated ? undefined : getNestedMember(lamp, 'dimming', 'brightness');
  if (typeof current !== 'number') {
    return refuseWithout('state', at, 'a lamp whose brightness is known', delta);
  }
  const requested = Number(delta['brightness_delta'] ?? 0);
  const room = delta['action'] === 'up' ? maximum - current : current - minimum;
  const allowed = roundTo(Math.min(requested, Math.max(0, room)), 2);
  if (allowed === requested) return accept({ body, warnings: [] });
  const duration = getNestedMember(body, 'dynamics', 'duration');
  const limited = {
    ...body,
    dimming_delta: { ...delta, brightness_delta: allowed },
    // Keeps the speed of the change.
    ...(typeof duration === 'number'
      ? { dynamics: { duration: Math.round((duration * allowed) / requested) } }
      : {}),
  };
  const path = appendMemberToPath(at, 'brightness');
  return accept({
    body: limited,
    warnings: [
      delta['action'] === 'up'
        ? { kind: 'endsHighest', path, value: maximum }
        : { kind: 'endsLowest', path, value: minimum },
    ],
  });
}
