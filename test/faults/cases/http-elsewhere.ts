import { answer } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { eachOperation } from '../support/requests';
import { startTrap } from '../support/trap';
import type { Trial } from '../support/trial';

export const elsewhereCases: readonly FaultCase[] = [
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
  const trap = await startTrap();
  trial.atEnd(() => trap.stop());
  const other = await trial.scripted();
  const bridge = await trial.scripted();
  const client = trial.client(bridge, { limits: { othersPerSecond: 500 } });
  let refused = 0;
  let all = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const target of [`http://127.0.0.1:${trap.port}/`, `https://127.0.0.1:${other.port}/x`]) {
      bridge.answerWith(answer(status, '', { location: target }));
      for (const request of eachOperation) {
        const ending = await trial.ask(client.send(request));
        all += 1;
        if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNEXPECTED_STATUS') refused += 1;
      }
    }
  }
  trial.tally('redirects were refused', refused, all);
  trial.atMost('connections to where they point', trap.connections() + other.connections(), 0);
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
  const trap = await startTrap();
  trial.atEnd(() => trap.stop());
  const names = [...proxyNames, 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = `http://127.0.0.1:${trap.port}`;
  trial.atEnd(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const simulator = await trial.simulator();
  const client = trial.client(simulator);
  const asked = [client.list('light'), client.listAll(), client.list('room')];
  const answered = await Promise.all(asked.map((one: Promise<unknown>) => trial.ask(one)));
  trial.tally(
    'requests reached the bridge',
    answered.filter((ending) => 'value' in ending).length,
    3,
  );
  trial.atMost('connections to the proxy', trap.connections(), 0);
}
