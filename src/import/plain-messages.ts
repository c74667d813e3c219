import { asksHueMagicForState, commandKinds } from './convert-commands';
import type { FlowGraph, FlowNode } from './flow';
import type { ImportReport } from './report';
import { readStaticPayload, withPayload } from './static-messages';
import { isObject } from '../resources/members';
import type { Members } from '../resources/members';
import { parseCssColorName } from '../units/color-names';
import { parseHexColor, rgbToHex } from '../units/color';
import {
  asksForRandomColor,
  readHueMagicColorName,
  hueMagicWhites,
} from '../vocabulary/formats/huemagic/colors';

const lampTypes: ReadonlySet<string> = new Set(['hue-light', 'hue-group']);

/** A lamp or a group of HueMagic. */
export const isLamp = ({ type }: FlowNode): boolean => lampTypes.has(type);

/** These nodes only show messages. */
const onlookers: ReadonlySet<string> = new Set(['debug']);

/** Finds the flows whose messages can be rewritten in plain words, so that a lamp needs no format of HueMagic. */
export class PlainMessages {
  readonly #graph: FlowGraph;
  readonly #lamps: ReadonlySet<FlowNode>;
  /** Nodes that send to imported lamps or groups, with these. */
  readonly #makers: ReadonlyMap<FlowNode, readonly FlowNode[]>;

  constructor(graph: FlowGraph, lamps: readonly FlowNode[]) {
    this.#graph = graph;
    const makers = new Map<FlowNode, FlowNode[]>();
    const candidates = new Set<FlowNode>();
    for (const lamp of lamps) {
      const origins = graph.originsOf(lamp.id);
      for (const maker of origins.makers) makers.set(maker, [...(makers.get(maker) ?? []), lamp]);
      const isStatic = origins.makers.every((maker) => isSaidPlainly(maker, lamp, graph));
      const isKnown = !origins.hasUnknown && origins.makers.length > 0;
      if (isKnown && isStatic && !tellsOthers(lamp, graph)) candidates.add(lamp);
    }
    this.#makers = makers;
    let count: number;
    do {
      count = candidates.size;
      for (const lamp of candidates) if (!this.#isKept(lamp, candidates)) candidates.delete(lamp);
    } while (candidates.size < count);
    this.#lamps = candidates;
  }

  getsOnlyPlainWords(lamp: FlowNode): boolean {
    return this.#lamps.has(lamp);
  }

  /**
   * Rewrites the payload of a node that sends to lamps, and reports it.
   *
   * @returns the node itself if nothing changes
   */
  apply(node: FlowNode, report: ImportReport): FlowNode {
    const lamps = this.#makers.get(node);
    if (lamps === undefined) return node;
    const command = findCommand(node, lamps);
    if (command === undefined || command.before === command.after) return node;
    const { before, after } = command;
    // A lamp in the format of HueMagic understands the message as it is.
    if (!lamps.every((lamp) => this.#lamps.has(lamp))) return node;
    report.add(node, 'rewritten', 'saysPlainly', { before, after });
    return withPayload(node, command.value);
  }

  /** True if rewritten messages reach only `candidates` and nodes that show messages. */
  #isKept(lamp: FlowNode, candidates: ReadonlySet<FlowNode>): boolean {
    return this.#graph.originsOf(lamp.id).makers.every((maker) => {
      const command = findCommand(maker, [lamp]);
      if (command === undefined || command.before === command.after) return true;
      const receivers = this.#graph.receiversOf(maker);
      return receivers.every((node) => candidates.has(node) || onlookers.has(node.type));
    });
  }
}

/** True if a node acts on the states of a lamp, which have the format of its commands. */
const tellsOthers = (lamp: FlowNode, graph: FlowGraph): boolean =>
  graph.isSubflowOutput(lamp.id) ||
  graph.receiversOf(lamp).some(({ type }) => !onlookers.has(type));

/** True if the one message of a node is plain words, or asks a lamp for its state by a wire of its own. */
function isSaidPlainly(maker: FlowNode, lamp: FlowNode, graph: FlowGraph): boolean {
  const payload = readStaticPayload(maker);
  if (payload === undefined) return false;
  const isAsking = asks(payload.value, lamp);
  if (isAsking) return graph.sendersOf(lamp.id).includes(maker);
  return translateToPlainWords(payload.value)?.isExact === true;
}

function asks(payload: unknown, lamp: FlowNode): boolean {
  const kind = lampTypes.has(lamp.type) ? commandKinds[lamp.type] : undefined;
  return kind !== undefined && asksHueMagicForState(payload, kind);
}

/** The command as JSON and in plain words; undefined for a node whose command varies. */
function findCommand(
  maker: FlowNode,
  lamps: readonly FlowNode[],
): { readonly before: string; readonly after: string; readonly value: unknown } | undefined {
  const payload = readStaticPayload(maker);
  if (payload === undefined || lamps.some((lamp) => asks(payload.value, lamp))) return undefined;
  const plain = translateToPlainWords(payload.value);
  if (plain === undefined) return undefined;
  const { value } = plain;
  return { before: JSON.stringify(payload.value), after: JSON.stringify(value), value };
}

interface PlainCommand {
  readonly value: unknown;
  /** True if the words do the same to every lamp and group, lit or not. */
  readonly isExact: boolean;
}

const inRange = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

/** HueMagic converts black to this point, from which a lamp shows its nearest colour, a blue. */
const hueMagicBlack = { x: 0, y: 0 } as const;

const isBlack = (rgb: readonly unknown[]): boolean => rgb.every((channel) => channel === 0);

/** Each returns undefined if the value has no sure translation. */
const translators: Readonly<Record<string, (value: unknown) => Members | undefined>> = {
  brightness: (value) => (inRange(value, 1, 100) ? { brightness: value } : undefined),
  brightnessLevel: (value) =>
    inRange(value, 1, 254) ? { brightness: Math.max(1, Math.round(value / 2.54)) } : undefined,
  colorTemp(value) {
    const mirek = hueMagicWhites.get(value) ?? value;
    return inRange(mirek, 153, 500) && Number.isInteger(mirek) ? { mirek } : undefined;
  },
  color(value) {
    if (typeof value !== 'string') return undefined;
    if (asksForRandomColor(value)) return { color: 'random' };
    const rgb = readHueMagicColorName(value);
    if (rgb === undefined) return undefined;
    if (isBlack(rgb)) return { xy: hueMagicBlack };
    const name = value.trim().toLowerCase();
    const hex = rgbToHex(rgb);
    const css = parseCssColorName(name);
    return { color: css !== undefined && rgbToHex(css) === hex ? name : hex };
  },
  hex(value) {
    const digits = typeof value === 'string' ? value.replace(/^#/, '') : '';
    const rgb = /^(?:[\da-f]{3}|[\da-f]{6})$/i.test(digits)
      ? parseHexColor(`#${digits}`)
      : undefined;
    if (rgb === undefined) return undefined;
    return isBlack(rgb) ? { xy: hueMagicBlack } : { color: rgbToHex(rgb) };
  },
  rgb(value) {
    const isRgb =
      Array.isArray(value) &&
      value.length === 3 &&
      value.every((channel: unknown) => inRange(channel, 0, 255));
    if (!isRgb) return undefined;
    return isBlack(value) ? { xy: hueMagicBlack } : { color: value };
  },
  xyColor: (value) =>
    isObject(value) && inRange(value['x'], 0, 1) && inRange(value['y'], 0.001, 1)
      ? { xy: { x: value['x'], y: value['y'] } }
      : undefined,
  transitionTime: (value) => (inRange(value, 0, 6_000) ? { transition: `${value}s` } : undefined),
};

/** Steps act at once; HueMagic keeps a step for a lamp that is off. */
const similar: Readonly<Record<string, (value: number) => Members>> = {
  incrementBrightness: (value) => ({ brightness: `+${value}` }),
  decrementBrightness: (value) => ({ brightness: `-${value}` }),
  incrementColorTemp: (value) => ({ mirek: `+${value}` }),
  decrementColorTemp: (value) => ({ mirek: `-${value}` }),
};

/**
 * Translates a command for a lamp or a group. `turnOn: "later"` keeps a lamp off if HueMagic does.
 *
 * @returns undefined if no plain words do nearly the same
 */
export function translateToPlainWords(payload: unknown): PlainCommand | undefined {
  if (typeof payload === 'boolean') return { value: payload, isExact: true };
  if (!isObject(payload)) return undefined;
  const { on, toggle, alert, ...members } = payload;
  const names = Object.keys(members);
  if (toggle !== undefined && alert === undefined)
    return { value: { toggle: true }, isExact: names.length === 0 };
  if (alert !== undefined) {
    const isAlone = names.length === 0 && inRange(alert, 1, 60_000);
    return isAlone ? { value: { alert: `${Math.round(alert)}s` }, isExact: true } : undefined;
  }
  if (on !== undefined && typeof on !== 'boolean') return undefined;
  if (names.length === 0) return on === undefined ? undefined : { value: { on }, isExact: true };
  return translateMembersToPlainWords(on, members);
}

function translateMembersToPlainWords(
  on: boolean | undefined,
  members: Members,
): PlainCommand | undefined {
  const [name = '', ...others] = Object.keys(members);
  const step = Object.hasOwn(similar, name) ? similar[name] : undefined;
  if (step !== undefined && others.length === 0 && on === undefined) {
    const size = members[name];
    return inRange(size, 1, 100) ? { value: step(size), isExact: false } : undefined;
  }
  const words = translateMembers(members);
  if (words === undefined) return undefined;
  return {
    value: { ...(on === undefined ? { turnOn: 'later' } : { on }), ...words },
    isExact: on !== false,
  };
}

function translateMembers(members: Members): Members | undefined {
  const parts = Object.entries(members).map(([name, value]) =>
    Object.hasOwn(translators, name) ? translators[name]?.(value) : undefined,
  );
  const words: Record<string, unknown> = {};
  for (const part of parts) {
    if (part === undefined || Object.keys(part).some((name) => name in words)) return undefined;
    Object.assign(words, part);
  }
  const colors = ['mirek', 'color', 'xy'].filter((name) => name in words);
  const saysLight = colors.length > 0 || 'brightness' in words;
  return colors.length > 1 || !saysLight ? undefined : words;
}
