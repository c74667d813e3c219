import assert from 'node:assert/strict';
import { isObject } from '../../../src/resources/members';
import type { BridgeRequest } from '../../../src/bridge/request';
import { createLampCommand } from './queue-harness';

/** The last two are in no group. */
const lamps = [1, 2, 3, 4, 5] as const;
export type Lamp = (typeof lamps)[number];

/** By the number of the group. */
export const groups = {
  10: [1, 2],
  11: [2, 3],
  12: [1, 2, 3],
} as const satisfies Readonly<Record<number, readonly Lamp[]>>;
export type Group = keyof typeof groups;

export const properties = ['on', 'dimming', 'color_temperature'] as const;
export type Property = (typeof properties)[number];

const paths = new Map<Lamp, string>(lamps.map((lamp) => [lamp, createLampCommand(lamp).path]));
export const toLampPath = (lamp: Lamp): string => paths.get(lamp) ?? '';

export const listLampPathsOf = ({ path, lampPaths }: BridgeRequest): Iterable<string> =>
  lampPaths === 'all' ? paths.values() : (lampPaths ?? [path]);

/** What a lamp shows by which message, and did before. Messages are numbered in their order. */
class LampMemory {
  readonly #bySetting = new Map<Property, number[]>(properties.map((property) => [property, []]));
  /** Each message that has taken effect here, however short. */
  readonly messages = new Set<number>();

  /** The last message that has set a property, without those that were taken back since. */
  findLast(property: Property, takenBack: ReadonlySet<number> = new Set()): number {
    const all = this.#bySetting.get(property) ?? [];
    return all.findLast((message) => !takenBack.has(message)) ?? 0;
  }

  record(property: Property, message: number): void {
    this.#bySetting.get(property)?.push(message);
  }
}

/** A bridge that remembers by which message each lamp was set, as the bodies say in `by`. */
export class RememberingBridge {
  readonly lamps: ReadonlyMap<string, LampMemory> = new Map(
    lamps.map((lamp) => [toLampPath(lamp), new LampMemory()]),
  );

  /** Messages that were answered with an error. */
  readonly takenBack = new Set<number>();

  /**
   * @param missed paths of the lamps that are not reached
   * @throws {AssertionError} where a message takes effect after a later one
   */
  execute(request: BridgeRequest, missed: ReadonlySet<string>): void {
    const { path, members = {} } = request;
    const what = `${path} ${JSON.stringify(members)}`;
    const messages = properties.flatMap((property) => {
      const value = members[property];
      return isObject(value) ? [[property, Number(value['by'])] as const] : [];
    });
    for (const lampPath of listLampPathsOf(request)) {
      if (missed.has(lampPath)) continue;
      const lamp = this.lamps.get(lampPath);
      if (lamp === undefined) continue;
      const others = [...lamp.messages].filter((message) => !this.takenBack.has(message));
      const latest = Math.max(0, ...others);
      // As where an answer was lost.
      const isRepeated = messages.some(([, message]) => message === latest);
      for (const [property, message] of messages) {
        const last = lamp.findLast(property, this.takenBack);
        assert.ok(message >= last, `${message} sets ${property} after ${last}: ${what}`);
        const mayCome = message >= latest || isRepeated || lamp.messages.has(message);
        assert.ok(mayCome, `${message} comes after ${latest}: ${what}`);
        lamp.record(property, message);
      }
      for (const [, message] of messages) lamp.messages.add(message);
    }
  }

  /** @throws {AssertionError} where a lamp shows something from before the message */
  assertTookEffect(message: number, lampPaths: Iterable<string>, set: readonly Property[]): void {
    for (const path of lampPaths)
      for (const property of set) {
        const last = this.lamps.get(path)?.findLast(property) ?? 0;
        assert.ok(last >= message, `${path} shows ${property} of ${last}, ${message} is answered`);
      }
  }

  hasEffectOf(message: number): boolean {
    return [...this.lamps.values()].some(({ messages }) => messages.has(message));
  }
}
