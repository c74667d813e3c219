import { respondWith } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { requestPerOperation } from '../../support/client-requests';
import { startRecordingServer } from '../../../support/network/recording-server';
import type { Trial } from '../../support/trial';

export const redirectAndProxyCases: readonly FaultCase[] = [
  {
    number: 12,
    title: 'A redirect to another host',
    bound: 'refused; nothing is sent there',
    run: redirects,
  },
  {
    number: 13,
    title: 'Proxies named in the environment',
    bound: 'not used for the bridge',
    run: proxies,
  },
];

async function redirects(trial: Trial): Promise<void> {
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const other = await trial.scripted();
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  let refused = 0;
  let all = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of [
      `http://127.0.0.1:${recordingServer.port}/`,
      `https://127.0.0.1:${other.port}/x`,
    ]) {
      bridge.setScript(respondWith(status, '', { location: target }));
      for (const request of requestPerOperation) {
        const ending = await trial.ask(client.send(request));
        all += 1;
        if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNEXPECTED_STATUS') refused += 1;
      }
    }
  }
  trial.tally('redirects were refused', refused, all);
  trial.atMost(
    'connections to where they point',
    recordingServer.connections() + other.connections(),
    0,
  );
}

const proxyNames = [
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'ALL_PROXY',
  'all_proxy',
];

async function proxies(trial: Trial): Promise<void> {
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const names = [...proxyNames, 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = `http://127.0.0.1:${recordingServer.port}`;
  trial.addCleanup(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const simulator = await trial.simulator();
  const client = trial.client(simulator);
  const pending = [client.list('light'), client.listAll(), client.list('room')];
  const answered = await Promise.all(pending.map((one: Promise<unknown>) => trial.ask(one)));
  trial.tally(
    'requests reached the bridge',
    answered.filter((ending) => 'value' in ending).length,
    3,
  );
  trial.atMost('connections to the proxy', recordingServer.connections(), 0);
}
