import { isObject, appendMemberToPath } from '../../../resources/members';
import type { Members } from '../../../resources/members';
import { parseOnOff, refuseUnknownMembers } from '../../values';
import { accept, refuse, refuseWithout, refuseBoth } from '../../parse-result';
import type { ParseResult } from '../../parse-result';
import { trueOrFalse } from '../../../resources/problems';

export interface PowerRequest {
  /** Undefined if not given. */
  on: boolean | undefined;
  /** False for the service's own `on`: everything beside it is sent unchanged. */
  isPlain: boolean;
  /** False if a lamp that is off stays off, whatever other members set. */
  mayTurnOn: boolean;
}

/** How the message names the words, for problems. */
export interface GivenWords {
  readonly at: string;
  /** The command as it was sent. */
  readonly received: unknown;
  readonly getPath: (word: string) => string;
}

/** Such as `brightness_move` for the word `dim`. */
export function nameAsSent(word: string, { at, getPath }: GivenWords): string {
  const path = getPath(word);
  return path.startsWith(`${at}.`) ? path.slice(at.length + 1) : path;
}

/** Parsed first, since other words depend on them. */
export const powerWordNames = ['on', 'toggle', 'turnOn'] as const;

/**
 * Also parses the service's own `on`.
 *
 * @param isLampOn anything but a boolean if unknown
 */
export function parsePowerRequest(
  payload: Members,
  isLampOn: unknown,
  given: GivenWords,
): ParseResult<PowerRequest> {
  const { at, received, getPath } = given;
  const { on, toggle, turnOn } = payload;
  if (Number(on !== undefined) + Number(toggle !== undefined) + Number(turnOn !== undefined) > 1) {
    const names = powerWordNames
      .filter((name) => payload[name] !== undefined)
      .map((name) => nameAsSent(name, given));
    return refuseBoth(at, names.slice(0, -1), names.slice(-1), received);
  }
  if (turnOn !== undefined) {
    return typeof turnOn === 'boolean'
      ? accept({ on: undefined, isPlain: true, mayTurnOn: turnOn })
      : refuse(
          getPath('turnOn'),
          { kind: 'either', first: 'true, false', last: '"later"' },
          turnOn,
        );
  }
  if (on !== undefined) return parseOn(on, getPath('on'), isLampOn);
  if (toggle === undefined)
    return { ok: true, value: { on: undefined, isPlain: true, mayTurnOn: true } };
  return toggle === true
    ? parseToggle(getPath('toggle'), toggle, isLampOn)
    : refuse(getPath('toggle'), 'true', toggle);
}

function parseToggle(at: string, received: unknown, isLampOn: unknown): ParseResult<PowerRequest> {
  return typeof isLampOn === 'boolean'
    ? accept({ on: !isLampOn, isPlain: true, mayTurnOn: true })
    : refuseWithout('state', at, 'a lamp whose state is known', received);
}

function parseOn(value: unknown, at: string, isLampOn: unknown): ParseResult<PowerRequest> {
  if (value === 'toggle') return parseToggle(at, value, isLampOn);
  if (isObject(value)) {
    const { on: inner } = value;
    if (typeof inner !== 'boolean') return refuse(appendMemberToPath(at, 'on'), trueOrFalse, inner);
    const checkedInput = refuseUnknownMembers(value, ['on'], at);
    return checkedInput.ok ? accept({ on: inner, isPlain: false, mayTurnOn: true }) : checkedInput;
  }
  const on = typeof value === 'boolean' ? value : parseOnOff(value);
  return on === undefined
    ? refuse(at, trueOrFalse, value)
    : { ok: true, value: { on, isPlain: true, mayTurnOn: true } };
}
