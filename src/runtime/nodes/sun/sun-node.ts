import type { NodeAPI } from 'node-red';
import { registerNode } from '../../node/register-node';
import type { DeployedNode } from '../../node/register-node';
import { addReadOnlyWarning } from '../../settings/unused-payload';
import { createErrorStatus, idleStatus } from '../../status/status-content';
import type { NodeStatusContent } from '../../status/status-content';
import type { SunSource } from '../../watch/sun-source';
import type { SunNodeDef } from './sun-settings';

export function registerSunNode(RED: NodeAPI): void {
  registerNode(RED, {
    type: 'bridge-sun',
    whenReplaced: 'repeat',
    showsMessages: false,
    writtenProperties: ['payload', 'topic', 'sun', 'bridge'],
    load: () =>
      Promise.all([
        import('../../watch/sun-source.js'),
        import('./sun-settings.js'),
        import('../../../programs/daylight/sun-day-lookup.js'),
      ]),
    create: (deployed: DeployedNode<SunNodeDef, SunSource>) => ({
      async start(
        { bridge, node, onError, isStopped },
        [{ SunSource: Source }, { parseSunSettings }, { loadSunDaysOfPlace }],
      ) {
        const { def, status } = deployed;
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
        } satisfies ConstructorParameters<typeof Source>[2];
        const source = new Source(bridge, settings, listener, placeDays);
        if (isStopped()) source.stop();
        else status.setLasting({ choose: () => chooseStatus(source, problem) });
        return source;
      },
      async onInput(message) {
        const answer = addReadOnlyWarning(await (await deployed.current()).request(), message);
        return { createMessages: () => Object.assign(message, answer) };
      },
    }),
  });
}

function chooseStatus(source: SunSource, problem: Error | undefined): NodeStatusContent {
  const state = source.describe();
  if (state === undefined) return problem === undefined ? idleStatus : createErrorStatus(problem);
  const { dayType } = state;
  const next = state.kind === 'period' ? state.until : state.next;
  const isWithin = state.kind === 'period' && state.isWithin;
  const key = state.kind === 'events' ? 'next' : isWithin ? 'yesUntil' : 'noUntil';
  return {
    fill: isWithin || state.kind === 'events' ? 'green' : 'grey',
    shape: 'dot',
    text:
      next === undefined
        ? { key: dayType === 'polar_day' ? 'sun.polarDay' : 'sun.polarNight' }
        : { key: `sun.${key}`, values: { time: source.formatTime(next) } },
  };
}
