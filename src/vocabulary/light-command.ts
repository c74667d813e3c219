import { definitionOf, isObject, membersOf, nearest, pathOf } from '../resources';
import type { Resource } from '../resources';
import { bareValue } from './light/bare-value';
import { addPart, newDraft } from './light/draft';
import type { Draft } from './light/draft';
import { powerWords, readPower } from './light/power';
import type { Power } from './light/power';
import type { LightKind, Reading, WordContext } from './light/word';
import { lightWordNames, lightWords, wordElsewhere } from './light/words';
import { plainJson } from './plain-json';
import { accept, refuse } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

export type { LightKind } from './light/word';

/** How a payload for lamps is read. */
export interface LightOptions extends BodyOptions {
  /** How long a change takes when the payload does not say, in ms. */
  transition?: number | undefined;
}

/**
 * Reads what a flow wants of a lamp or of a group of lamps: a single value, the plain vocabulary of
 * docs/vocabulary.md, the service's own body, or both mixed. The payload is not changed.
 *
 * @param payload what the flow sent, anything at all
 * @param lamp last known state; undefined when nothing is known, then nothing is clamped
 * @returns the body of the PUT, checked by the table, and a warning for everything that this lamp
 *   cannot do as asked. A problem with `needs: 'state'` asks for the lamp's state.
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
  const reading: LightReading = { at, lamp, kind, options };
  if (isObject(plain.value)) {
    return command(plain.value, reading, (word) => pathOf(at, word));
  }
  const saying = bareValue(plain.value, at);
  if (!saying.ok) return saying;
  const [word, value] = saying.value;
  return command({ [word]: value }, reading, () => at);
}

interface LightReading {
  at: string;
  lamp: Resource | undefined;
  kind: LightKind;
  options: LightOptions;
}

function command(
  payload: Record<string, unknown>,
  reading: LightReading,
  pathOfWord: (word: string) => string,
): Result<Command> {
  const { at, lamp, kind, options } = reading;
  const power = readPower(payload, at, lamp, pathOfWord);
  if (!power.ok) return power;
  const draft = newDraft();
  for (const [word, value] of Object.entries(payload)) {
    if (isPowerWord(word)) continue;
    const part = readWord(word, value, { at: pathOfWord(word), lamp, kind, on: power.value.on });
    if (!part.ok) return part;
    if ('lacking' in part.value) {
      draft.lacking.push(refuse(pathOfWord(word), part.value.lacking, value).problem);
      continue;
    }
    const conflict = addPart(draft, word, part.value, { at, payload });
    if (conflict !== undefined) return { ok: false, problem: conflict };
  }
  const body = finish(draft, power.value);
  if (isEmpty(body, draft)) return refuseEmpty(draft, at, payload);
  for (const { path, expected } of draft.lacking) {
    draft.warnings.push(`${path}: left out, it needs ${expected}.`);
  }
  return checkedBody(kind, 'update', softened(body, options), options, draft.warnings);
}

const isPowerWord = (word: string): boolean => powerWords.some((name) => name === word);

/** Reads one member of the message, whether a plain word or the service's own. */
function readWord(word: string, value: unknown, context: WordContext): Reading {
  const known = lightWords.get(word);
  const members = serviceMembers[context.kind];
  if (known === undefined || known.isServiceForm?.(value) === true) {
    return members.includes(word)
      ? accept({ body: { [word]: value }, isService: true })
      : refuseWord(word, value, context, members);
  }
  if (context.kind === 'grouped_light' && !known.forGroups) {
    return refuse(context.at, `nothing here, only single lamps know ${word}`, value);
  }
  return known.read(value, context);
}

const serviceMembers = {
  light: membersOfUpdate('light'),
  grouped_light: membersOfUpdate('grouped_light'),
} as const;

function membersOfUpdate(kind: LightKind): readonly string[] {
  const { update } = definitionOf(kind);
  return update === undefined ? [] : [...membersOf(update).keys()];
}

const commonWords = 'on, brightness, kelvin, color, transition, effect';

const refuseWord = (
  word: string,
  value: unknown,
  { at }: WordContext,
  members: readonly string[],
): Result<never> =>
  refuse(
    at,
    `one of ${commonWords}, … (docs/vocabulary.md lists all)`,
    value,
    wordElsewhere(word) ?? nearest(word, [...lightWordNames, ...members]),
  );

/** Members that mean nothing to a lamp that is just being turned off. */
const seenOnlyWhenOn: ReadonlySet<string> = new Set([
  'dimming',
  'dimming_delta',
  'color',
  'color_temperature',
  'color_temperature_delta',
  'gradient',
  'effects',
  'effects_v2',
  'timed_effects',
]);

/**
 * The whole body: `on` as said, toggled or implied, and what is usual. Bridges drop brightness, colour and
 * effects for a lamp that is off, so a wish for them turns it on.
 */
function finish(draft: Draft, power: Power): Record<string, unknown> {
  const on = power.on ?? (power.turnsOn && draft.turnsOn ? true : undefined);
  const body = { ...(on === undefined ? {} : { on: { on } }), ...draft.usual, ...draft.body };
  if (!power.toggled || on === true) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !seenOnlyWhenOn.has(name)));
}

/** Members that a transition can soften. */
const gradual = ['on', 'dimming', 'dimming_delta', 'color', 'color_temperature', 'gradient'];

/** The body with the transition that is usual. */
function softened(
  body: Record<string, unknown>,
  { transition }: LightOptions,
): Record<string, unknown> {
  if (transition === undefined || 'dynamics' in body) return body;
  if (!gradual.some((member) => member in body)) return body;
  return { ...body, dynamics: { duration: transition } };
}

/** How long a change takes is nothing without a change. */
function isEmpty(body: Record<string, unknown>, { deciders }: Draft): boolean {
  const names = Object.keys(body);
  return (
    names.length === 0 || (names.length === 1 && deciders.get('dynamics')?.isService === false)
  );
}

function refuseEmpty(draft: Draft, at: string, payload: unknown): Result<never> {
  const [lacking] = draft.lacking;
  return lacking === undefined
    ? refuse(at, `something to do, such as ${commonWords}`, payload)
    : { ok: false, problem: lacking };
}
