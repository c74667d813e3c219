import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { discoverBridges, pair } from '../../../src/bridge';
import type { DiscoveredBridge } from '../../../src/bridge';
import { isObject, member } from '../../../src/resources';
import { freeUdpPort } from '../../support/announcing';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { startImpostor } from '../support/impostor';
import { answerOf, openSpeaker } from '../support/mdns';
import { bridgeNode, credentialsOf, flowOf } from '../support/palette';
import type { Trial } from '../support/trial';
import { pass } from '../support/wait';
import { until } from '../../support/until';

export const discoveryCases: readonly FaultCase[] = [
  {
    number: 54,
    title: '10,000 mDNS answers with hostile names, and datagrams that are no DNS',
    bound: 'a list of at most 64, its names harmless',
    run: hostileAnswers,
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

function claimOf(number: number): Buffer {
  const name = `${number} ${hostileNames[number % hostileNames.length]}`;
  const id = `0123456789ab${(number % 65_536).toString(16).padStart(4, '0')}`;
  const txt = {
    bridgeid: number % 2 === 0 ? id : name,
    modelid: name.repeat(4),
    ['__proto__']: 'polluted',
    constructor: 'polluted',
  };
  return answerOf({ name, address: '127.0.0.1', port: 1 + (number % 60_000), txt });
}

async function hostileAnswers(trial: Trial): Promise<void> {
  const count = trial.choose(2_000, 10_000);
  const port = await freeUdpPort();
  const told: DiscoveredBridge[] = [];
  const duration = trial.choose(3_000, 10_000);
  const search = discoverBridges({ port, duration, onFound: (bridge) => told.push(bridge) });
  const speaker = await openSpeaker(port);
  // What is said before anybody listens is lost, so the first of them is said until it is heard.
  await until('the first bridge', () => {
    void speaker.say(claimOf(0));
    return told.length > 0;
  });
  for (let number = 1; number <= count; number += 1) {
    await speaker.say(claimOf(number));
    if (number % 10 === 0) await speaker.say(randomBytes(1 + (number % 500)));
  }
  const found = await search;
  await speaker.close();
  trial.note(`${count} answers and ${count / 10} other datagrams sent`);
  trial.atMost('bridges listed', found.length, 64);
  assert.equal(told.length, found.length);
  const harmless = found.filter(
    ({ name, model = '', bridgeId = '0'.repeat(16) }) =>
      !/[\p{Cc}\p{Cf}]/u.test(name + model) &&
      name.length <= 64 &&
      model.length <= 32 &&
      /^[0-9a-f]{16}$/.test(bridgeId),
  );
  trial.tally('names harmless', harmless.length, found.length);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  await throughTheEditor(trial);
}

const headers = {
  'content-type': 'application/json',
  authorization: 'Bearer token-for-everything',
};

async function throughTheEditor(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  await flow.deploy(flowOf(bridgeNode(simulator)), credentialsOf(trial));
  const started = await flow.admin('POST', 'lighting-bridge/discover', { body: '{}', headers });
  const id = String(member(JSON.parse(started.text), 'id'));
  const speaker = await openSpeaker(flow.here.mdnsPort);
  const tell = async (): Promise<void> => {
    for (let number = 0; number < 200; number += 1) {
      const name = `${number} ${hostileNames[number % hostileNames.length]}`;
      await speaker.say(answerOf({ name, address: '169.254.169.254', port: 500 + number }));
      await speaker.say(
        answerOf({ name: `ok ${number}`, address: '127.0.0.1', port: 500 + number }),
      );
    }
  };
  const listed = async (): Promise<readonly unknown[]> => {
    const { text } = await flow.admin('GET', `lighting-bridge/discover/${id}`, { headers });
    const list: unknown = member(JSON.parse(text), 'bridges');
    assert.ok(Array.isArray(list), text);
    const entries: unknown[] = list;
    return entries;
  };
  let bridges = await listed();
  for (let round = 0; bridges.length === 0 && round < 50; round += 1) {
    await tell();
    await pass(50);
    bridges = await listed();
  }
  assert.ok(bridges.length > 0);
  const elsewhere = bridges.filter((bridge) => isObject(bridge) && bridge['host'] !== '127.0.0.1');
  trial.atMost('addresses of metadata services listed', elsewhere.length, 0);
  trial.atMost('bridges listed in the editor', bridges.length, 64);
  await flow.admin('DELETE', `lighting-bridge/discover/${id}`, { headers });
  await speaker.close();
}

/** Pairs with an impostor as often as said, each time with the certificate of the bridge in hand. */
export async function refusedPairings(
  trial: Trial,
  fingerprint: string,
  count: number,
): Promise<void> {
  const stranger = await startImpostor();
  trial.atEnd(() => stranger.stop());
  let refused = 0;
  for (let number = 0; number < count; number += 1) {
    const ending = await trial.ask(
      pair({ host: '127.0.0.1', port: stranger.port, trust: { fingerprint } }),
    );
    if ('error' in ending && ending.error.code === 'ERR_BRIDGE_UNTRUSTED') refused += 1;
  }
  trial.tally('pairings refused', refused, count);
  trial.atMost('bytes sent by pairing', stranger.bytes(), 0);
}
