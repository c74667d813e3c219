import { createFadePlan } from './fade-plan';
import type { StoredProgram } from '../program';
import type { ProgramRequests } from './program-requests';
import type { ProgramRun, ProgramRunContext } from './program-run';
import { RestoreRun } from './restore-run';
import { createSequencePlan } from './sequence-plan';
import { TimedRun } from './timed-run';
import type { TimedUpdatePlan } from '../timed-update-plan';
import { SendWhenTurnedOnRun } from './send-when-turned-on-run';

/**
 * @param elapsed time in ms that the program has run before
 * @param givenPlan plan of a program whose content does not contain one
 */
export function createProgramRun(
  context: ProgramRunContext,
  requests: ProgramRequests,
  elapsed: number,
  givenPlan: TimedUpdatePlan | undefined,
): ProgramRun {
  const { content } = context.program;
  if (content.kind === 'restore') return new RestoreRun(context, requests, content);
  const plan = givenPlan ?? createPlan(context.program);
  return plan === undefined
    ? new SendWhenTurnedOnRun(context, requests)
    : new TimedRun(context, requests, plan, elapsed);
}

function createPlan({ content }: StoredProgram): TimedUpdatePlan | undefined {
  if (content.kind === 'fade') return createFadePlan(content);
  return content.kind === 'sequence' || content.kind === 'alert'
    ? createSequencePlan(content)
    : undefined;
}
