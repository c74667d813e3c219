import type { CompetingWrite } from '../properties-set-by-command';
import { isLater } from '../../bridge/queue/message-place';
import type { WriteAddition } from '../../bridge/watch/watch';
import type { ProgramHomeAccess } from '../program-home-access';
import { fitToLamp, mayReachLamp } from './program-requests';
import type { RunningProgram } from './program-run';
import { SendWhenTurnedOnRun } from './send-when-turned-on-run';
import type { Members } from '../../resources';

interface WaitingLamp {
  readonly rid: string;
  readonly members: Members;
  readonly runs: readonly SendWhenTurnedOnRun[];
}

/** In the order of comparison. */
const membersOfGroups = ['dimming', 'color', 'color_temperature', 'dynamics'] as const;

/**
 * Returns the members that the lamp waits for, or for a group those that all its lamps wait for, to add to a command
 * that turns them on.
 *
 * @param running all programs, the oldest first
 * @returns undefined if the lamps must get their members one by one after they were turned on
 */
export function findCommandAddition(
  home: ProgramHomeAccess,
  running: Iterable<RunningProgram>,
  { rid, place }: CompetingWrite,
): WriteAddition | undefined {
  const earlier = [...running].filter(
    (one) => one.place === undefined || place === undefined || !isLater(one.place, place),
  );
  const rids = home.findLamps(rid);
  const lamps = rids.map((lamp) => findWaitingLamp(earlier, lamp));
  const isGroup = rids.length !== 1 || rids[0] !== rid;
  const members = isGroup ? findCommonMembers(home, lamps) : lamps[0]?.members;
  if (members === undefined || lamps.every(({ runs }) => runs.length === 0)) return undefined;
  const reports = lamps.flatMap((lamp) =>
    lamp.runs.map((run) => ({ lamp, report: run.sendWithCommand() })),
  );
  return {
    members,
    onAnswer(isAccepted) {
      for (const { lamp, report } of reports) report(isAccepted && mayReachLamp(home, lamp.rid));
    },
  };
}

function findWaitingLamp(running: readonly RunningProgram[], rid: string): WaitingLamp {
  const found = running.flatMap(({ program: { lamps, content }, run }) =>
    run instanceof SendWhenTurnedOnRun && content.kind === 'later' && lamps.includes(rid)
      ? [{ run, members: content.members }]
      : [],
  );
  const transition = toText(found[0]?.members ?? {}, ['dynamics']);
  const joined = found.filter(({ members }) => toText(members, ['dynamics']) === transition);
  return {
    rid,
    members: Object.fromEntries(joined.flatMap(({ members }) => Object.entries(members))),
    runs: joined.map(({ run }) => run),
  };
}

/** Members that match what each lamp waits for, without members that the lamp does not support. */
function findCommonMembers(
  home: ProgramHomeAccess,
  lamps: readonly WaitingLamp[],
): Members | undefined {
  const candidates = new Map(lamps.map(({ members }) => [toText(members), members]));
  return [...candidates.values()].find((candidate) =>
    lamps.every(({ rid, members }) => {
      const { dynamics, ...shown } = fitToLamp(candidate, home.getLamp(rid));
      // A plug waits for nothing.
      const wanted = Object.keys(shown).length === 0 ? {} : { ...shown, dynamics };
      return hasOnlyMembersOfGroups(members) && toText(wanted) === toText(members);
    }),
  );
}

const hasOnlyMembersOfGroups = (members: Members): boolean =>
  Object.keys(members).every((name) => membersOfGroups.some((known) => known === name));

const toText = (
  members: Members,
  names: readonly (typeof membersOfGroups)[number][] = membersOfGroups,
): string => JSON.stringify(names.map((name) => members[name]));
