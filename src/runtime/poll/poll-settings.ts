import type { NodeDef } from 'node-red';
import { isResourceType } from '../../resources';
import type { ResourceType } from '../../resources';
import { notConfigured } from '../command-error';
import { givenText } from '../given-text';
import { intervalOf, usualIntervals } from '../interval';

/** Settings of a poll node as the flow file holds them; old or hand-written flows may lack any. */
export interface PollDef extends NodeDef {
  bridge?: string;
  rtype?: string;
  target?: string;
  targetType?: string;
  interval?: string | number;
  emit?: string;
  output?: string;
  properties?: string;
  smallestChange?: string | number;
  room?: string;
  origin?: string;
  emitAtStart?: boolean;
  connectionMessages?: boolean;
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
    emitAtStart: def.emitAtStart === true,
  };
}

function positive(value: string | number | undefined): number | undefined {
  const number = Number(value ?? 0);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}
