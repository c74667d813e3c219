import { WorkSlices } from '../bridge/time/work-slices';
import { sleep } from '../bridge/time/clock';
import type { Resource } from '../resources';
import type { UpdateMembers, StoredProgram } from './program';
import type { ProgramHomeAccess } from './program-home-access';
import { toRestoringUpdates } from './restore-lamps';
import { retryDelay } from './timed-update-plan-run';
import type { ProgramSendResult } from './timed-update-plan-run';

/** The states to which the lamps of a program return in the end. */
export const listStatesBeforeProgram = ({ content }: StoredProgram): readonly Resource[] =>
  ('before' in content ? content.before : undefined) ?? [];

/**
 * Lets a program that starts on lamps that are to return return them to what they were before the first of these programs,
 * not to what that one has set.
 *
 * @param running programs that it may replace
 */
export function inheritStatesToRestore(
  program: StoredProgram,
  running: readonly StoredProgram[],
): StoredProgram {
  const { content } = program;
  if (!('before' in content) || content.before === undefined) return program;
  const earlier = new Map(running.flatMap(listStatesBeforeProgram).map((lamp) => [lamp.id, lamp]));
  const before = content.before.map((lamp) => earlier.get(lamp.id) ?? lamp);
  return { ...program, content: { ...content, before } };
}

/**
 * Brings the lamps of a program back to what they were before it, each as soon as the bridge takes that.
 *
 * @param signal ends that
 */
export async function restoreStatesAfterProgram(
  home: ProgramHomeAccess,
  program: StoredProgram,
  signal: AbortSignal,
): Promise<void> {
  await home.whenStateKnown();
  const slices = new WorkSlices();
  const restored: Promise<void>[] = [];
  for (const before of listStatesBeforeProgram(program)) {
    if (signal.aborted) break;
    restored.push(restoreLamp(home, { program, before }, signal));
    await slices.next();
  }
  await Promise.all(restored);
}

async function restoreLamp(
  home: ProgramHomeAccess,
  { program, before }: { program: StoredProgram; before: Resource },
  signal: AbortSignal,
): Promise<void> {
  const target = { rid: before.id, rtype: 'light' } as const;
  const send = (members: UpdateMembers): Promise<ProgramSendResult> =>
    home.send(target, members, signal, program.origin);
  for (const members of toRestoringUpdates(before, home.getLamp(before.id))) {
    // Again until the bridge takes it or refuses it for good.
    let mayFail = true;
    while (mayFail && !signal.aborted)
      mayFail = (await send(members)) === 'failed' && (await sleep(home.clock, retryDelay, signal));
  }
}
