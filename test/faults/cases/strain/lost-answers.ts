import assert from 'node:assert/strict';
import type { BridgeError, SuccessfulBridgeResult, ClientLimits } from '../../../../src/bridge';
import { startImpostor } from '../../../support/network/impostor';
import { respondAsBridge, respondWith } from '../../../support/network/scripted-bridge';
import type { ResponseScript } from '../../../support/network/scripted-bridge';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import { dimLamp, makeRid } from '../../support/client-requests';
import type { RequestOutcome, Trial } from '../../support/trial';

export const lostAnswerCases: readonly FaultCase[] = [
  {
    number: 66,
    title: 'A change is made and its answer lost; then it ends in another way',
    bound: 'the error says that it may have been done; what was never sent says so',
    run: lostAnswers,
  },
];

const getError = (outcome: RequestOutcome<unknown>): BridgeError => {
  assert.ok('error' in outcome, 'it did not fail');
  return outcome.error;
};

const isTruthful = ({ message, cause }: BridgeError, sent: 'no' | 'maybe'): boolean =>
  cause.sent === sent &&
  (sent === 'maybe'
    ? /may have done it/.test(message) && !/Nothing was sent\./.test(message)
    : /Nothing was sent/.test(message) && !/may have done it/.test(message));

/** Loses the answer to the first change; what comes after it is up to a script. */
const loseFirstAnswer = (next: ResponseScript, onLost: () => void): ResponseScript => {
  let count = 0;
  return (seen, response) => {
    if (seen.method === 'GET') return respondAsBridge(seen, response);
    count += 1;
    if (count > 1) return next(seen, response);
    onLost();
    return response.socket?.destroy();
  };
};

async function lostAnswers(trial: Trial): Promise<void> {
  let truthful = 0;
  let all = 0;
  const check = (what: string, error: BridgeError, code: string, sent: 'no' | 'maybe'): void => {
    all += 1;
    if (error.code === code && isTruthful(error, sent)) truthful += 1;
    else trial.note(`${what}: ${error.code}, ${error.cause.sent ?? 'unknown'}: ${error.message}`);
  };
  const limits: Partial<ClientLimits> = { maxQueueTime: 1_500, initialBackoff: 50 };

  for (const [status, code] of [
    [500, 'ERR_BRIDGE_INTERNAL'],
    [429, 'ERR_BRIDGE_TOO_MANY_REQUESTS'],
    [503, 'ERR_BRIDGE_BUSY'],
  ] as const) {
    const bridge = await trial.scripted();
    bridge.setScript(loseFirstAnswer(respondWith(status), () => undefined));
    const client = trial.client(bridge, { limits });
    const error = getError(await trial.ask(dimLamp(client, makeRid(1), 5)));
    check(`${status} at the repetition`, error, code, 'maybe');
  }

  for (const [what, code] of [
    ['another certificate', 'ERR_BRIDGE_UNTRUSTED'],
    ['expiry', 'ERR_BRIDGE_EXPIRED'],
  ] as const) {
    const bridge = await trial.scripted();
    const impostor = await startImpostor();
    const proxy = await startSwitchableProxy(bridge.port);
    trial.addCleanup(() => Promise.all([proxy.stop(), impostor.stop()]));
    const client = trial.client({ ...bridge, port: proxy.port }, { limits });
    await trial.ask(client.list('light'));
    const next = what === 'expiry' ? 9 : impostor.port;
    bridge.setScript(loseFirstAnswer(respondAsBridge, () => proxy.switchTo(next)));
    const lost = trial.ask(dimLamp(client, makeRid(1), 5));
    await waitUntil('the loss', () => !['idle', 'connected'].includes(client.connectionState.kind));
    if (what === 'expiry') {
      const unsent = getError(await trial.ask(dimLamp(client, makeRid(2), 5)));
      check('a change that never left', unsent, code, 'no');
      const list = getError(await trial.ask(client.list('light')));
      assert.doesNotMatch(list.message, /may have done it/);
    }
    check(what, getError(await lost), code, 'maybe');
  }

  const silent = await trial.scripted();
  silent.setScript(() => undefined);
  const closing = trial.client(silent);
  const pending: Promise<RequestOutcome<SuccessfulBridgeResult<unknown>>> = trial.ask(
    dimLamp(closing, makeRid(1), 5),
  );
  await waitUntil('the request', () => silent.requests.length > 0);
  await closing.close();
  check('close', getError(await pending), 'ERR_BRIDGE_CLOSED', 'maybe');

  const losing = await trial.scripted();
  losing.setScript(loseFirstAnswer(respondAsBridge, () => undefined));
  const client = trial.client(losing);
  const creation = trial.ask(client.create('geofence_client', { name: 'Phone' }));
  check('a creation', getError(await creation), 'ERR_BRIDGE_UNREACHABLE', 'maybe');
  await waitUntil('the question whether the bridge is there', () =>
    losing.requests.some(({ path }) => path.endsWith('/bridge')),
  );
  trial.tally('errors say what became of the change', truthful, all);
}
