import { isObject, parseJsonOrUndefined } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';
import type { FaultCase } from '../../fault-case';
import type { FlowUnderTest } from '../../support/node-red/flow-under-test';
import {
  jsonHeaders,
  startSecuredEditor,
  writerHeaders,
} from '../../support/node-red/secured-editor';
import { measureActiveTime, pause, startStopwatch } from '../../support/timing';
import type { Trial } from '../../support/trial';

export const silentBridgeCases: readonly FaultCase[] = [
  {
    number: 80,
    title: 'The editor asks while the bridge answers nothing, or only TCP',
    bound:
      'each request is answered within 22 s, in words; meanwhile Node-RED answers others within 1 s',
    run: silentBridge,
  },
];

const headers = { ...jsonHeaders, ...writerHeaders };
const lamp = createFixtureId('light/living-floor');

async function silentBridge(trial: Trial): Promise<void> {
  const { flow, simulator, recordingServer } = await startSecuredEditor(trial);
  simulator.faults.inject({ stall: 'before' });
  const { host, port } = simulator;
  const settings = { target: lamp, targetType: 'resource', command: 'true', commandType: 'bool' };
  const silent = {
    bridge: 'bridge',
    host,
    port: String(port),
    key: 'typed',
    keyHeader: 'home-application-key',
  };
  const deaf = { ...silent, port: String(recordingServer.port) };
  const requests: readonly (readonly [string, object])[] = [
    ['resources', { bridge: 'bridge', refresh: true }],
    ['resources', silent],
    ['resources', deaf],
    ['test', silent],
    ['test', deaf],
    ['certificate', deaf],
    ['try', { bridge: 'bridge', settings }],
    ['daylight', { bridge: 'bridge', settings: { follow: 'sun' } }],
    ['pair', deaf],
    ['discover', {}],
  ];
  const tally = { answered: 0, all: 0 };
  let longest = 0;
  let longestOther = 0;
  const ask = async (route: string, body: object): Promise<void> => {
    const stopwatch = startStopwatch();
    const { status, text } = await flow
      .admin('POST', `lighting-bridge/${route}`, { body: JSON.stringify(body), headers })
      .finally(() => stopwatch.stop());
    longest = Math.max(longest, stopwatch.ms());
    tally.all += 1;
    const answer = parseJsonOrUndefined(text);
    if (status < 500 && isObject(answer)) tally.answered += 1;
    else trial.note(`${route}: ${status} ${text.slice(0, 200)}`);
    if (isObject(answer) && typeof answer['id'] === 'string')
      await flow.admin('DELETE', `lighting-bridge/${route}/${answer['id']}`, { headers });
  };

  for (let round = 0; round < trial.chooseByMode(1, 3); round += 1) {
    const state = { isOver: false };
    // At most four connections to addresses of dialogs go at a time: more are refused.
    const asked = Promise.all(requests.map(([route, body]) => ask(route, body))).finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      longestOther = Math.max(longestOther, await measureTable(flow));
      await pause(50);
    }
    await asked;
  }
  trial.tally('requests answered in words', tally.answered, tally.all);
  trial.atMost('the longest took', longest, 22_000, ' ms');
  trial.atMost('another request took', longestOther, 1_000, ' ms');
}

/** How long a request takes that needs no bridge, in ms. */
const measureTable = (flow: FlowUnderTest): Promise<number> =>
  measureActiveTime(() => flow.admin('GET', 'lighting-bridge/table', { headers: writerHeaders }));
