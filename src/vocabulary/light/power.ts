import { isObject, member, pathOf } from '../../resources';
import type { Resource } from '../../resources';
import { parseSwitch } from '../amounts';
import { onlyMembers } from '../members';
import { accept, refuse, refuseForState } from '../result';
import type { Result } from '../result';

/** What a message says about on and off. */
export interface Power {
  /** Undefined when it says nothing. */
  on: boolean | undefined;
  /** True when the present state was turned round. */
  toggled: boolean;
  /** False when a lamp that is off shall stay off, whatever else is wished. */
  turnsOn: boolean;
}

/** Words about on and off, which all others depend on. */
export const powerWords = ['on', 'toggle', 'turnOn'] as const;

/** Reads `on`, `toggle` and `turnOn`, and the service's own `on`. */
export function readPower(
  payload: Record<string, unknown>,
  at: string,
  lamp: Resource | undefined,
  pathOfWord: (word: string) => string,
): Result<Power> {
  const { on, toggle, turnOn } = payload;
  const said = powerWords.filter((word) => payload[word] !== undefined);
  if (said.length > 1) return refuse(at, `either ${said.join(' or ')}, not both`, payload);
  if (turnOn !== undefined) {
    return typeof turnOn === 'boolean'
      ? accept({ on: undefined, toggled: false, turnsOn: turnOn })
      : refuse(pathOfWord('turnOn'), 'true or false', turnOn);
  }
  if (on !== undefined) return readOn(on, pathOfWord('on'), lamp);
  if (toggle === undefined) return accept({ on: undefined, toggled: false, turnsOn: true });
  return toggle === true
    ? readToggle(pathOfWord('toggle'), toggle, lamp)
    : refuse(pathOfWord('toggle'), 'true', toggle);
}

/** Turns the present state of a lamp round. */
function readToggle(at: string, received: unknown, lamp: Resource | undefined): Result<Power> {
  const on = member(lamp, 'on', 'on');
  return typeof on === 'boolean'
    ? accept({ on: !on, toggled: true, turnsOn: true })
    : refuseForState(at, 'a lamp whose state is known', received);
}

function readOn(value: unknown, at: string, lamp: Resource | undefined): Result<Power> {
  if (value === 'toggle') return readToggle(at, value, lamp);
  if (isObject(value)) {
    const { on: inner } = value;
    if (typeof inner !== 'boolean') return refuse(pathOf(at, 'on'), 'true or false', inner);
    const stray = onlyMembers(value, ['on'], at);
    return stray.ok ? accept({ on: inner, toggled: false, turnsOn: true }) : stray;
  }
  const on = parseSwitch(value);
  return on === undefined
    ? refuse(at, 'true or false', value)
    : accept({ on, toggled: false, turnsOn: true });
}
