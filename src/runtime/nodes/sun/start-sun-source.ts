import { loadSunDaysOfPlace } from '../../../programs/daylight/sun-day-lookup';
import type { DeployedNode } from '../../node/register-node';
import { createDotStatus, createErrorStatus, idleStatus } from '../../status/status-content';
import type { NodeStatusContent } from '../../status/status-content';
import type { SourceContext } from '../../watch/source-context';
import { SunSource } from '../../watch/sun-source';
import { parseSunSettings } from './sun-settings';
import type { SunNodeDef } from './sun-settings';

/** @throws {BridgeError} ERR_BRIDGE_INVALID_COMMAND for wrong settings */
export async function startSunSource(
  { def, status }: Pick<DeployedNode<SunNodeDef, SunSource>, 'def' | 'status'>,
  { bridge, node, onError, isStopped }: SourceContext,
): Promise<SunSource> {
  const { source: settings, place } = parseSunSettings(def);
  const placeDays = place && (await loadSunDaysOfPlace(place));
  let problem: Error | undefined;
  const listener = {
    send: (message) => node.send(message),
    fail(error) {
      problem = error;
      onError(error);
    },
    onChange: () => status.refresh(),
  } satisfies ConstructorParameters<typeof SunSource>[2];
  const source = new SunSource(bridge, settings, listener, placeDays);
  if (isStopped()) source.stop();
  else status.setLasting({ choose: () => chooseStatus(source, problem) });
  return source;
}

function chooseStatus(source: SunSource, problem: Error | undefined): NodeStatusContent {
  const state = source.describe();
  if (state === undefined) return problem === undefined ? idleStatus : createErrorStatus(problem);
  const { dayType } = state;
  const next = state.kind === 'period' ? state.until : state.next;
  const isWithin = state.kind === 'period' && state.isWithin;
  const key = state.kind === 'events' ? 'next' : isWithin ? 'yesUntil' : 'noUntil';
  return createDotStatus(
    isWithin || state.kind === 'events' ? 'green' : 'grey',
    next === undefined
      ? { key: dayType === 'polar_day' ? 'sun.polarDay' : 'sun.polarNight' }
      : { key: `sun.${key}`, values: { time: source.formatTime(next) } },
  );
}
