import type { Answer } from '../bridge';
import type { Operation, ResourceType } from '../resources';
import { namesOf } from './names';
import type { OpenBridge } from './open-bridge';
import type { Word } from './status';

/** What became of a message, as `msg.bridge` tells the flow. */
export interface About {
  operation: Operation | 'recall';
  rtype: ResourceType;
  rid?: string;
  name?: string;
  /** Name of the room or zone. */
  room?: string;
  /** HTTP status of the bridge's answer. */
  status: number;
  /** What the bridge, or the package, wants people to know. */
  warnings: readonly string[];
  /** Messages that were answered by the same request; 1 when alone. */
  merged: number;
}

/** What a node sends on, and shows. */
export interface Outcome {
  payload: unknown;
  about: About;
  word: Word;
}

/** What was asked, for `aboutOf`. */
export interface Asked {
  operation: Operation | 'recall';
  rtype: ResourceType;
  rid?: string;
}

/** Puts together what the flow is told about an answer. */
export function aboutOf(
  bridge: OpenBridge,
  asked: Asked,
  { status, warnings, merged }: Answer<unknown>,
  furtherWarnings: readonly string[] = [],
): About {
  const { operation, rtype, rid } = asked;
  return {
    operation,
    rtype,
    ...(rid === undefined ? {} : { rid }),
    ...(rid === undefined ? {} : namesOf(bridge.home.mirror, rid)),
    status,
    warnings: [...furtherWarnings, ...warnings],
    merged,
  };
}

const words = {
  get: 'read',
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  recall: 'recalled',
} as const;

/** Status word for an operation that went well. */
export function wordFor(operation: Operation | 'recall', payload: unknown): Word {
  if (operation === 'list') {
    return { key: 'listed', values: { count: Array.isArray(payload) ? payload.length : 0 } };
  }
  return { key: words[operation] };
}
