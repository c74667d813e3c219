import { createFadePlan } from './fade-plan';
import type { ProgramEnd, StoredProgram } from '../program';
import type { ProgramHomeAccess } from '../program-home-access';
import { ProgramRequests } from './program-requests';
import type { ProgramRun } from './program-run';
import { RestoreRun } from './restore-run';
import { createSequencePlan } from './sequence-plan';
import { listStatesBeforeProgram } from '../states-before-program';
import { TimedRun } from './timed-run';
import type { TimedUpdatePlan } from '../timed-update-plan';
import { SendWhenTurnedOnRun } from './send-when-turned-on-run';

interface ProgramRunOptions {
  readonly program: StoredProgram;
  /** Plan of a program whose content does not contain one. */
  readonly plan: TimedUpdatePlan | undefined;
  readonly elapsed: number;
  readonly getProgram: () => StoredProgram;
  readonly onBegin: () => void;
  /** Called with the delay of a late timer in ms, before anything is sent. */
  readonly onWake: (delay: number) => void;
  readonly onEnd: (lamps: readonly string[], end: ProgramEnd) => void;
}

export function createProgramRun(
  home: ProgramHomeAccess,
  { program, plan: givenPlan, elapsed, getProgram, onBegin, onWake, onEnd }: ProgramRunOptions,
): ProgramRun {
  const {
    content,
    lamps: [rid = ''],
  } = program;
  const requests = new ProgramRequests(home, getProgram);
  const listLamps = (): readonly string[] => getProgram().lamps;
  if (content.kind === 'restore') {
    const onRestored = (lamp: string): void => onEnd([lamp], 'over');
    return new RestoreRun({ home, requests, content, listLamps, onRestored });
  }
  const plan = givenPlan ?? createPlan(program);
  if (plan === undefined)
    return new SendWhenTurnedOnRun({
      home,
      requests,
      rid,
      getMembers() {
        const { content: present } = getProgram();
        return present.kind === 'later' ? present.members : {};
      },
      onEnd: (end) => onEnd(listLamps(), end),
    });
  const restores = listStatesBeforeProgram(program).length > 0;
  const knowsStateBefore = restores || (content.kind !== 'sequence' && content.kind !== 'alert');
  return new TimedRun(
    {
      home,
      requests,
      plan,
      elapsed,
      restores,
      knowsStateBefore,
      listLamps,
      onBegin,
      onWake,
      onEnd,
    },
    program.hasBegun === true,
  );
}

function createPlan({ content }: StoredProgram): TimedUpdatePlan | undefined {
  if (content.kind === 'fade') return createFadePlan(content);
  return content.kind === 'sequence' || content.kind === 'alert'
    ? createSequencePlan(content)
    : undefined;
}
