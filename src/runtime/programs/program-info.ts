import { getSequenceDuration } from '../../programs/sequence';
import type { StateCache } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/names';
import type { LampProperty, Program, ProgramSpecification } from '../../programs/program';

/** Times are ISO 8601. */
export interface ProgramInfo extends ResourceDisplayNames {
  kind: ProgramSpecification['kind'];
  rtype: string;
  rid: string;
  properties: readonly LampProperty[];
  since: string;
  /** Null for a program that waits or has no end. */
  until: string | null;
}

export const toProgramInfo = (
  stateCache: StateCache,
  { target, properties, content, startedAt }: Program,
): ProgramInfo => {
  const duration = getDuration(content);
  return {
    kind: content.kind,
    rtype: target.rtype,
    rid: target.rid,
    ...stateCache.displayNames(target.rid),
    properties: [...properties],
    since: new Date(startedAt).toISOString(),
    until: duration === undefined ? null : toIsoTime(startedAt + duration),
  };
};

/** Returns null outside the range of a date. */
function toIsoTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function getDuration(content: ProgramSpecification): number | undefined {
  if (content.kind !== 'fade' && content.kind !== 'sequence' && content.kind !== 'alert')
    return undefined;
  if (content.kind === 'fade') return content.duration;
  const duration = getSequenceDuration(content);
  return duration === Infinity ? undefined : duration;
}
