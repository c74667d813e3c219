import { getNestedMember, isObject } from '../../../../src/resources/members';
import type { Members } from '../../../../src/resources/members';
import type { Resource } from '../../../../src/resources/resource';
import { parseLightCommand } from '../../../../src/vocabulary/light/command';
import type { LightFormatName } from '../../../../src/vocabulary/formats/light-format';
import {
  alexaMessageMembers,
  messageMembersByFormat,
} from '../../../../src/vocabulary/formats/light-format';
import { parseFormattedCommand } from '../../../../src/vocabulary/formats/light-formats';
import { colorLamp } from '../../support/sample-resources';

/** A message that a package sends, and what it asks of a lamp. */
export interface RealMessage {
  /** What makes the package send it, as its program takes it. */
  readonly given: unknown;
  /** Null if the package sends none. */
  readonly message: Members | null;
  /** Plain words for the same; "nothing" if no request is sent. */
  readonly words: unknown;
  /** Why the light node does something else, as a sentence. */
  readonly reason?: string;
}

/** A state that the light node sends to a package, as its program takes it. */
export interface RealState {
  readonly sent: unknown;
  /** What the package makes of it. */
  readonly kept: unknown;
  readonly reason?: string;
}

export interface RealMessages {
  /** For the comparison. */
  readonly name: string;
  readonly packages: readonly string[];
  readonly format: LightFormatName;
  readonly messages: readonly RealMessage[];
  readonly states: readonly RealState[];
}

const lamp: Resource = {
  ...colorLamp,
  effects: { effect_values: ['no_effect', 'prism', 'candle', 'fire'] },
};

/** The request of the light node in a format; "nothing" without one. */
export function readMessage(format: LightFormatName, message: Members | null): unknown {
  if (message === null) return nothing;
  const names = [...alexaMessageMembers, ...(messageMembersByFormat[format] ?? [])];
  const messageMembers = Object.fromEntries(
    names
      .map((name) => [name, getNestedMember(message, ...name.split('.'))] as const)
      .filter(([, value]) => value !== undefined),
  );
  const target = { kind: 'light', lamp } as const;
  const context = { target, messageMembers };
  const read = parseFormattedCommand(format, message['payload'], 'payload', context);
  return read.ok ? readWords(read.value.command) : nothing;
}

/** The request of plain words; "nothing" for words that are refused. */
export function readWords(words: unknown): unknown {
  if (words === nothing || (isObject(words) && words['get'] === true)) return words;
  const command = parseLightCommand(words, lamp, 'light');
  return command.ok ? command.value.body.members : nothing;
}

const nothing = 'nothing';

/** In each coordinate of a colour: pickers round. */
const tolerance = 0.004;

/** True for the same request, up to rounded colours. */
export function isSameRequest(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((request) => ({
    others: JSON.stringify(request, (name, value: unknown) => (name === 'xy' ? null : value)),
    xy: ['x', 'y'].map((axis) => Number(getNestedMember(request, 'color', 'xy', axis) ?? 0)),
  }));
  if (first === undefined || second === undefined || first.others !== second.others) return false;
  return first.xy.every((value, index) => Math.abs(value - (second.xy[index] ?? 0)) <= tolerance);
}

/** True if what was sent is kept, of the members that the package has. */
export function isKeptAsSent(kept: unknown, sent: unknown): boolean {
  if (!isObject(kept) || !isObject(sent)) return JSON.stringify(kept) === JSON.stringify(sent);
  const shared = Object.keys(sent).filter((name) => name in kept);
  return shared.length > 0 && shared.every((name) => isKeptAsSent(kept[name], sent[name]));
}

/** The state itself, of what a program takes. */
export const selectState = (sent: unknown): unknown =>
  getNestedMember(sent, 'payload') ?? getNestedMember(sent, 'value') ?? sent;
