import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { discoverBridges, pairWithBridge } from '../../../../src/bridge';
import type { DiscoveredBridge } from '../../../../src/bridge';
import { isObject, getNestedMember } from '../../../../src/resources/members';
import { freeUdpPort } from '../../../support/network/mdns-announcer';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import { startImpostor } from '../../../support/network/impostor';
import { encodeResponse, openDatagramSender } from '../../../support/network/mdns-packets';
import { createBridgeNode, createCredentials, createFlow } from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';
import { pause } from '../../support/timing';
import { waitUntil } from '../../../support/wait-until';

export const discoveryCases: readonly FaultCase[] = [
  {
    number: 54,
    title: '10,000 mDNS answers with hostile names, and datagrams that are no DNS',
    bound: 'a list of at most 64, its names harmless',
    run: hostileResponses,
  },
];

const hostileNames = [
  '<script>alert(1)</script>',
  '\u0000\u0007\u001b[31mred',
  '\u202egnirts desrever',
  '../../etc/passwd',
  '${jndi:ldap://x}',
  '__proto__',
  '💡'.repeat(15),
  'x'.repeat(63),
  '',
  ' ',
  '"\'\\\r\nSet-Cookie: a=b',
];

function createAnnouncement(number: number): Buffer {
  const name = `${number} ${hostileNames[number % hostileNames.length]}`;
  const id = `0123456789ab${(number % 65_536).toString(16).padStart(4, '0')}`;
  const txt = {
    bridgeid: number % 2 === 0 ? id : name,
    modelid: name.repeat(4),
    ['__proto__']: 'polluted',
    constructor: 'polluted',
  };
  return encodeResponse({ name, address: '127.0.0.1', port: 1 + (number % 60_000), txt });
}

async function hostileResponses(trial: Trial): Promise<void> {
  const count = trial.chooseByMode(2_000, 10_000);
  const port = await freeUdpPort();
  const reported: DiscoveredBridge[] = [];
  const duration = trial.chooseByMode(3_000, 10_000);
  const search = discoverBridges({ port, duration, onFound: (bridge) => reported.push(bridge) });
  const sender = await openDatagramSender(port);
  // Datagrams sent before the socket listens are lost, so the first is repeated until it is received.
  await waitUntil('the first bridge', () => {
    void sender.send(createAnnouncement(0));
    return reported.length > 0;
  });
  for (let number = 1; number <= count; number += 1) {
    await sender.send(createAnnouncement(number));
    if (number % 10 === 0) await sender.send(randomBytes(1 + (number % 500)));
  }
  const found = await search;
  await sender.close();
  trial.note(`${count} answers and ${count / 10} other datagrams sent`);
  trial.atMost('bridges listed', found.length, 64);
  assert.equal(reported.length, found.length);
  const harmless = found.filter(
    ({ name, model = '', bridgeId = '0'.repeat(16) }) =>
      !/[\p{Cc}\p{Cf}]/u.test(name + model) &&
      name.length <= 64 &&
      model.length <= 32 &&
      /^[0-9a-f]{16}$/.test(bridgeId),
  );
  trial.tally('names harmless', harmless.length, found.length);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  await discoverInEditor(trial);
}

const headers = {
  'content-type': 'application/json',
  authorization: 'Bearer token-for-everything',
};

async function discoverInEditor(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createFlow(createBridgeNode(simulator)), createCredentials(trial));
  const started = await flow.admin('POST', 'lighting-bridge/discover', { body: '{}', headers });
  const id = String(getNestedMember(JSON.parse(started.text), 'id'));
  const sender = await openDatagramSender(flow.nodeRed.mdnsPort);
  const sendResponses = async (): Promise<void> => {
    for (let number = 0; number < 200; number += 1) {
      const name = `${number} ${hostileNames[number % hostileNames.length]}`;
      await sender.send(encodeResponse({ name, address: '169.254.169.254', port: 500 + number }));
      await sender.send(
        encodeResponse({ name: `ok ${number}`, address: '127.0.0.1', port: 500 + number }),
      );
    }
  };
  const listBridges = async (): Promise<readonly unknown[]> => {
    const { text } = await flow.admin('GET', `lighting-bridge/discover/${id}`, { headers });
    const list: unknown = getNestedMember(JSON.parse(text), 'bridges');
    assert.ok(Array.isArray(list), text);
    const entries: unknown[] = list;
    return entries;
  };
  let bridges = await listBridges();
  for (let round = 0; bridges.length === 0 && round < 50; round += 1) {
    await sendResponses();
    await pause(50);
    bridges = await listBridges();
  }
  assert.ok(bridges.length > 0);
  const elsewhere = bridges.filter((bridge) => isObject(bridge) && bridge['host'] !== '127.0.0.1');
  trial.atMost('addresses of metadata services listed', elsewhere.length, 0);
  trial.atMost('bridges listed in the editor', bridges.length, 64);
  await flow.admin('DELETE', `lighting-bridge/discover/${id}`, { headers });
  await sender.close();
}

/** Pairs with an impostor `count` times while the certificate of the bridge is pinned. */
export async function assertPairingsRefused(
  trial: Trial,
  fingerprint: string,
  count: number,
): Promise<void> {
  const impostorServer = await startImpostor();
  trial.addCleanup(() => impostorServer.stop());
  let refused = 0;
  for (let number = 0; number < count; number += 1) {
    const ending = await trial.ask(
      pairWithBridge({ host: '127.0.0.1', port: impostorServer.port, trust: { fingerprint } }),
    );
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  trial.tally('pairings refused', refused, count);
  trial.atMost('bytes sent by pairing', impostorServer.receivedBytes(), 0);
}
