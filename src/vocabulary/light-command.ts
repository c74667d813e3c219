import { isObject } from '../resources';
import type { Resource } from '../resources';
import { plainJson } from './plain-json';
import { accept, refuse } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What is commanded: one lamp, or the lamps of a room, zone or home as one. */
export type LightKind = 'light' | 'grouped_light';

/** How a payload for lamps is read. */
export interface LightOptions extends BodyOptions {
  /** Turns a lamp on when it is given brightness, colour or an effect without a word on `on`; default true. */
  turnOn?: boolean;
}

/**
 * Reads what a flow wants of a lamp or of a group of lamps.
 *
 * @param payload what the flow sent
 * @param lamp last known state; undefined when nothing is known, then nothing is clamped
 * @returns the body of the PUT and warnings. A problem with `needs: 'state'` asks for the lamp's state.
 */
export function lightCommand(
  payload: unknown,
  lamp: Resource | undefined,
  kind: LightKind,
  options: LightOptions = {},
): Result<Command> {
  const at = options.at ?? 'payload';
  const plain = plainJson(payload, at);
  if (!plain.ok) return plain;
  const word = plain.value;
  if (isObject(word)) return checkedBody(kind, 'update', word, options);
  if (word === true || word === 'on') return accept({ body: { on: { on: true } }, warnings: [] });
  if (word === false || word === 'off')
    return accept({ body: { on: { on: false } }, warnings: [] });
  if (word === 'toggle') {
    const on: unknown = isObject(lamp?.['on']) ? lamp['on']['on'] : undefined;
    if (typeof on === 'boolean') return accept({ body: { on: { on: !on } }, warnings: [] });
    const { problem } = refuse(at, 'a lamp whose state is known', word);
    return { ok: false, problem: { ...problem, needs: 'state' } };
  }
  return refuse(at, 'true, false, "on", "off", "toggle" or an object', payload);
}
