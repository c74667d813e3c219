import { member } from '../../../src/resources';
import { answer } from '../../bridge/scripted-bridge';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { bridgeNode, credentialsOf, flowOf } from '../support/palette';
import { startTrap } from '../support/trap';
import type { Trial } from '../support/trial';

export const addressCases: readonly FaultCase[] = [
  {
    number: 47,
    title: 'Tricks with the addresses given to pairing, test and the like',
    bound: 'no metadata service, no user or path, no redirect followed',
    run: addressTricks,
  },
];

const routes = ['certificate', 'test', 'resources', 'pair'] as const;

/** Each leads somewhere else than a host name or address says at first sight, or to the secrets of a cloud. */
const tricks = (port: number): readonly unknown[] => [
  '169.254.169.254',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '::ffff:a9fe:a9fe',
  '::ffff:a9fe:a9fe%eth0',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  'fd00:ec2::254',
  '169.254.170.2',
  '100.100.100.200',
  'metadata',
  'METADATA.google.internal',
  'metadata.google.internal.',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  `user@127.0.0.1`,
  `user:word@127.0.0.1`,
  '127.0.0.1/path',
  '127.0.0.1?query',
  '127.0.0.1#fragment',
  '127.0.0.1\\@elsewhere',
  `127.0.0.1:${port}`,
  `http://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}/`,
  '127.0.0.1\r\nHost: elsewhere',
  '127.0.0.1 elsewhere',
  '127.0.0.1\u0000',
  '127.0.0.1%00',
  '127.1',
  '2130706433',
  '0x7f.1',
  '',
  ' ',
  'a'.repeat(300),
  'a..b',
  '-a',
  null,
  7,
  {},
  ['127.0.0.1'],
  { toString: 'x' },
];

async function addressTricks(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  await flow.deploy(flowOf(bridgeNode(simulator)), credentialsOf(trial));
  const trap = await startTrap();
  trial.atEnd(() => trap.stop());
  const ask = async (route: string, body: object): Promise<unknown> => {
    const { text } = await flow.admin('POST', `lighting-bridge/${route}`, {
      body: JSON.stringify({ bridge: 'bridge', keyHeader: 'home-application-key', ...body }),
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer token-for-everything',
      },
    });
    const told: unknown = JSON.parse(text);
    return told;
  };
  let refused = 0;
  const hosts = tricks(trap.port);
  for (const host of hosts) {
    for (const route of routes) {
      const told = await ask(route, { host, port: trap.port });
      if (member(told, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') refused += 1;
      else trial.note(`${route} ${JSON.stringify(host)}: ${JSON.stringify(told).slice(0, 100)}`);
    }
  }
  trial.tally('addresses refused', refused, hosts.length * routes.length);
  let ports = 0;
  for (const port of [0, -1, 65_536, 1.5, '443/path', '22 x', '0x16', {}, [443], 'http']) {
    const told = await ask('certificate', { host: '127.0.0.1', port });
    if (member(told, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') ports += 1;
    else trial.note(`port ${JSON.stringify(port)}: ${JSON.stringify(told).slice(0, 100)}`);
  }
  trial.tally('ports refused', ports, 10);

  const redirecting = await trial.scripted();
  redirecting.answerWith(answer(302, '', { location: `http://127.0.0.1:${trap.port}/` }));
  const { host, port, fingerprint } = redirecting;
  for (const route of ['test', 'resources'] as const) {
    const told = await ask(route, { host, port, fingerprint, key: 'a-typed-key' });
    if (member(told, 'error') === undefined) throw new Error(`${route} followed a redirect`);
  }
  trial.atMost('connections that came of it', trap.connections(), 0);
}
