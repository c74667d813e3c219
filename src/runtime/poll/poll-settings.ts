import type { NodeDef } from 'node-red';
import { isResourceType } from '../../resources';
import type { ResourceType } from '../../resources';
import { notConfigured } from '../command-error';
import { givenSwitch, givenText } from '../given-setting';
import { intervalOf, usualIntervals } from '../interval';

/** Settings of a poll node as the flow file holds them; old or hand-written flows may lack any. */
export interface PollDef extends NodeDef {
  bridge?: unknown;
  rtype?: unknown;
  target?: unknown;
  targetType?: unknown;
  interval?: unknown;
  emit?: unknown;
  output?: unknown;
  properties?: unknown;
  smallestChange?: unknown;
  room?: unknown;
  origin?: unknown;
  emitAtStart?: unknown;
  connectionMessages?: unknown;
}

/** What a poll node watches and when it speaks. */
export interface PollSettings {
  rtype: ResourceType;
  /** Time between two polls, in ms. */
  interval: number;
  emit: 'change' | 'poll';
  /** `resource`, `value` or the path of a property. */
  output: string;
  /** Paths whose changes count; empty for all. */
  properties: readonly string[];
  /** Least change of a number that counts; 0 for any. */
  smallestChange: number;
  /** Id or name of a room or zone; empty for all. */
  room: string;
  origin: 'any' | 'own' | 'foreign';
  emitAtStart: boolean;
}

/**
 * Reads the settings of a poll node.
 *
 * @throws {BridgeError} ERR_BRIDGE_NOT_CONFIGURED when no type is chosen
 */
export function readPollSettings(def: PollDef): PollSettings {
  const { rtype } = def;
  if (!isResourceType(rtype)) {
    throw notConfigured(
      'NO_TYPE',
      'No resource type is chosen. Open the node and choose what to watch.',
    );
  }
  return {
    rtype,
    interval: intervalOf(def.interval, usualIntervals.poll),
    emit: def.emit === 'poll' ? 'poll' : 'change',
    output: givenText(def.output) ?? 'value',
    properties: (givenText(def.properties) ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter((path) => path !== ''),
    smallestChange: positive(def.smallestChange) ?? 0,
    room: givenText(def.room) ?? '',
    origin: def.origin === 'own' || def.origin === 'foreign' ? def.origin : 'any',
    emitAtStart: givenSwitch(def.emitAtStart, false),
  };
}

function positive(value: unknown): number | undefined {
  const number = Number(givenText(value) ?? 0);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
