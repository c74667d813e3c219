import { getNestedMember } from '../../../../src/resources/members';
import { respondWith } from '../../../support/network/scripted-bridge';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { createBridgeNode, createCredentials, createFlow } from '../../support/node-red/flow-nodes';
import { startRecordingServer } from '../../../support/network/recording-server';
import type { Trial } from '../../support/trial';

export const addressCases: readonly FaultCase[] = [
  {
    number: 47,
    title: 'Tricks with the addresses given to pairing, test and the like',
    bound: 'no metadata service, nothing link-local, no user or path, no redirect followed',
    run: refusedAddresses,
  },
];

const routes = ['certificate', 'test', 'resources', 'pair'] as const;

/** Hosts that resolve to something else than they look like, or to a cloud metadata service. */
const createHosts = (port: number): readonly unknown[] => [
  '169.254.169.254',
  '169.254.169.254.',
  '[::ffff:169.254.169.254]',
  '::ffff:a9fe:a9fe',
  '::ffff:a9fe:a9fe%eth0',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  'fd00:ec2::254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.7.7',
  '168.63.129.16',
  '192.0.0.192',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2001:db8:1:1:1:1:a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
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

async function refusedAddresses(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
  const recordingServer = await startRecordingServer();
  trial.addCleanup(() => recordingServer.stop());
  const postRoute = async (route: string, body: object): Promise<unknown> => {
    const { text } = await flow.admin('POST', `lighting-bridge/${route}`, {
      body: JSON.stringify({ bridge: 'bridge', keyHeader: 'home-application-key', ...body }),
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer token-for-everything',
      },
    });
    const response: unknown = JSON.parse(text);
    return response;
  };
  let refused = 0;
  const hosts = createHosts(recordingServer.port);
  for (const host of hosts) {
    for (const route of routes) {
      const response = await postRoute(route, { host, port: recordingServer.port });
      if (getNestedMember(response, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') refused += 1;
      else
        trial.note(`${route} ${JSON.stringify(host)}: ${JSON.stringify(response).slice(0, 100)}`);
    }
  }
  trial.tally('addresses refused', refused, hosts.length * routes.length);
  let ports = 0;
  for (const port of [0, -1, 65_536, 1.5, '443/path', '22 x', '0x16', {}, [443], 'http']) {
    const response = await postRoute('certificate', { host: '127.0.0.1', port });
    if (getNestedMember(response, 'error', 'code') === 'ERR_BRIDGE_NOT_CONFIGURED') ports += 1;
    else trial.note(`port ${JSON.stringify(port)}: ${JSON.stringify(response).slice(0, 100)}`);
  }
  trial.tally('ports refused', ports, 10);

  const redirecting = await trial.scripted();
  redirecting.setScript(
    respondWith(302, '', { location: `http://127.0.0.1:${recordingServer.port}/` }),
  );
  const { host, port, fingerprint } = redirecting;
  for (const route of ['test', 'resources'] as const) {
    const response = await postRoute(route, { host, port, fingerprint, key: 'a-typed-key' });
    if (getNestedMember(response, 'error') === undefined)
      throw new Error(`${route} followed a redirect`);
  }
  trial.atMost('connections that came of it', recordingServer.connections(), 0);
}
