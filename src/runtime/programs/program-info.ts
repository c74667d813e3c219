import type { StateCache } from '../../bridge';
import type { ResourceDisplayNames } from '../../bridge/state/state-cache';
import type { LampProperty, StoredProgram, ProgramSpecification } from '../../programs/program';

/** A program, as messages show it. Times are ISO 8601. */
export interface ProgramInfo extends ResourceDisplayNames {
  kind: ProgramSpecification['kind'];
  rtype: string;
  rid: string;
  /** What it sets of the lamps. */
  properties: readonly LampProperty[];
  since: string;
  /** When it is over; null for one that waits, or goes on until it is ended. */
  until: string | null;
}

/** Describes a program for people and flows. */
export const toProgramInfo = (
  stateCache: StateCache,
  { target, properties, content, startedAt }: StoredProgram,
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

/** @returns null for a time later than a date can be */
function toIsoTime(time: number): string | null {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** How long a program runs, in ms; undefined where that is not known. */
function getDuration(content: ProgramSpecification): number | undefined {
  if (content.kind !== 'fade' && content.kind !== 'sequence' && content.kind !== 'alert')
    return undefined;
  if (content.kind === 'fade') return content.duration;
  const { rounds, longest = Infinity, steps } = content;
  const round = steps.reduce((sum, { duration }) => sum + duration, 0);
  const duration = Math.min(longest, rounds === null ? Infinity : rounds * round);
  return duration === Infinity ? undefined : duration;
}
