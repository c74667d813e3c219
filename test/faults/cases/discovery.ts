import assert from 'node:assert/strict';
import { systemClock } from '../../../src/bridge/clock';
import { BridgeRediscovery } from '../../../src/bridge/rediscovery';
import { defaultLimits } from '../../../src/bridge/limits';
import { CertificateVerifier } from '../../../src/bridge/tls';
import { freeUdpPort, encodeResponse, openDatagramSender } from '../../support/network/mdns';
import type { FaultCase } from '../fault-case';
import { startImpostor } from '../../support/network/recording-server';
import type { Trial } from '../support/trial';
import { waitUntil } from '../../support/wait-until';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KnownBridgeCertificates } from '../../../src/runtime/bridge/known-certificates';
import { randomBytes } from 'node:crypto';
import { discoverBridges, pairWithBridge } from '../../../src/bridge';
import type { DiscoveredBridge } from '../../../src/bridge';
import { isObject, getNestedMember } from '../../../src/resources/members';
import {
  FlowUnderTest,
  createBridgeNode,
  createCredentials,
  createFlow,
} from '../support/node-red/flow-under-test';
import { pause } from '../support/timing';

export const movedBridgeCases: readonly FaultCase[] = [
  {
    number: 53,
    title: 'Forged mDNS answers with the id of our bridge at other addresses',
    bound: '100 of 100 refused, 0 bytes of HTTP and no key sent',
    run: forgedAnswers,
  },
  {
    number: 55,
    title: 'The bridge moves to another address',
    bound: 'found again within 60 s without a click',
    run: movedBridge,
  },
];

const forgeries = 100;

async function forgedAnswers(trial: Trial): Promise<void> {
  const genuine = await trial.scripted();
  const impostors = await Promise.all(Array.from({ length: 8 }, () => startImpostor()));
  trial.addCleanup(() => Promise.all(impostors.map((impostorServer) => impostorServer.stop())));
  const bridgeId = '0123456789abcdef';
  let moves = 0;
  const countVisits = (): number =>
    sum(impostors.map((impostorServer) => impostorServer.connections()));
  const monitor = new BridgeRediscovery({
    configuredAddress: { host: '127.0.0.1', port: 9 },
    getCurrentAddress: () => ({ host: '127.0.0.1', port: 9 }),
    verifier: new CertificateVerifier(
      { fingerprint: genuine.fingerprint, bridgeId },
      () => undefined,
    ),
    limits: { ...defaultLimits, initialDiscoveryDelay: 1, discoveryInterval: 1 },
    clock: systemClock,
    bridgeId,
    discover: () =>
      Promise.resolve(
        impostors.map(({ port }) => ({ name: 'Bridge', host: '127.0.0.1', port, bridgeId })),
      ),
    switchAddress: () => {
      moves += 1;
    },
    onAnnounced: () => undefined,
    warn: (warning) => trial.recordWarning(warning),
  });
  trial.addCleanup(() => monitor.close());
  monitor.onStateChange('away');
  await waitUntil('the visits', () => countVisits() >= forgeries);
  await monitor.close();
  trial.tally('forged addresses refused', countVisits() - moves, countVisits());
  assert.ok(countVisits() >= forgeries);
  trial.atMost(
    'bytes that they got',
    sum(impostors.map((impostorServer) => impostorServer.receivedBytes())),
    0,
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

async function movedBridge(trial: Trial): Promise<void> {
  const udpPort = await freeUdpPort();
  const before = await trial.simulator();
  const { bridgeId, identity } = before;
  const moved: string[] = [];
  const limits = trial.chooseByMode({ initialDiscoveryDelay: 100, discoveryInterval: 1_000 }, {});
  const client = trial.client(before, {
    limits,
    follow: {
      port: udpPort,
      bridgeId,
      onMoved: ({ host, port }) => moved.push(`${host}:${port}`),
    },
  });
  client.watch({ rtype: 'light', interval: 1_000 });
  await trial.ask(client.list('light'));
  await before.stop();
  const lostAt = performance.now();
  const impostorServer = await startImpostor();
  trial.addCleanup(() => impostorServer.stop());
  const after = await trial.simulator({ identity });
  const sender = await openDatagramSender(udpPort);
  const sendTimer = setInterval(() => {
    for (const { port } of [impostorServer, after]) {
      // The forged one comes first in the list.
      const name = port === impostorServer.port ? 'A bridge' : 'The bridge';
      const txt = { bridgeid: bridgeId, modelid: 'BSB002' };
      void sender.send(encodeResponse({ name, address: '127.0.0.1', port, txt }));
    }
  }, 100);
  trial.addCleanup(async () => {
    clearInterval(sendTimer);
    await sender.close();
  });
  await waitUntil(
    'an answer at the new address',
    () => after.requests.some(({ status }) => status === 200),
    {
      timeout: 60_000,
    },
  );
  trial.atMost('found again after', (performance.now() - lostAt) / 1_000, 60, ' s');
  assert.ok('value' in (await trial.ask(client.list('room'))));
  assert.deepEqual(moved, [`127.0.0.1:${after.port}`]);
  trial.note(`the impostor beside it was looked at ${impostorServer.connections()} times`);
  trial.atMost('bytes that an impostor beside it got', impostorServer.receivedBytes(), 0);
}

export const knownBridgeCases: readonly FaultCase[] = [
  {
    number: 69,
    title:
      'Two processes with one user directory meet 400 bridges; a symbolic link, a pipe, a full disk in the place of the file',
    bound: 'no pin lost, never two certificates for one address, nothing trusted that was not kept',
    run: firstMeetings,
  },
];

const fileName = join('lighting-bridge', 'addresses.json');
const childScript = join(__dirname, '../../runtime/bridge/support/first-meetings-child.js');

async function firstMeetings(trial: Trial): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'known-bridges-fault-'));
  trial.addCleanup(() => rm(folder, { recursive: true }));
  await meetAtOnce(trial, folder);
  await replaceFile(trial, folder);
}

/** Each process meets bridges of its own and twice as many that the other meets too, with another certificate. */
async function meetAtOnce(trial: Trial, folder: string): Promise<void> {
  const addressesOf = (network: number, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `10.0.${network}.${index + 1}:443`);
  const count = trial.chooseByMode(25, 100);
  const [shared, ofOne, ofOther] = [
    addressesOf(1, 2 * count),
    addressesOf(2, count),
    addressesOf(3, count),
  ];
  const start = async (fingerprint: string, addresses: readonly string[]): Promise<Meetings> => {
    const child = fork(childScript, [folder, fingerprint, ...addresses]);
    await once(child, 'message');
    return {
      begin: () =>
        new Promise((resolve) => {
          child.once('message', (report: [string, string][]) => resolve(new Map(report)));
          child.send('begin');
        }),
    };
  };
  const meetings = await Promise.all([
    start(createFingerprint('AA'), [...ofOne, ...shared]),
    start(createFingerprint('BB'), [...ofOther, ...shared.toReversed()]),
  ]);
  const trusted = await Promise.all(meetings.map((meeting) => meeting.begin()));
  const known = new KnownBridgeCertificates(folder);
  const all = [...shared, ...ofOne, ...ofOther];
  let kept = 0;
  let agreed = 0;
  for (const address of all) {
    const stored = (await known.find(address))?.fingerprint;
    if (stored !== undefined) kept += 1;
    const pins = trusted.map((report) => report.get(address) ?? stored);
    if (pins.every((pin) => pin === stored)) agreed += 1;
  }
  trial.tally('first meetings kept', kept, all.length);
  trial.tally('addresses with one certificate', agreed, all.length);
}

/** Trust that one process reports after it has met all bridges. */
interface Meetings {
  begin(): Promise<ReadonlyMap<string, string>>;
}

async function replaceFile(trial: Trial, parent: string): Promise<void> {
  const address = '10.0.9.9:443';
  const certificate = { fingerprint: createFingerprint('CC'), commonName: 'ABCDEF' };
  const replacements: Readonly<Record<string, (file: string) => Promise<unknown> | void>> = {
    'a pipe': (file) => void execFileSync('mkfifo', [file]),
    'a link to a pipe': async (file) => {
      execFileSync('mkfifo', [`${file}.pipe`]);
      await symlink(`${file}.pipe`, file);
    },
    'a link to itself': (file) => symlink(file, file),
    'a full disk': (file) => symlink('/dev/full', file),
  };
  let refused = 0;
  for (const [what, replace] of Object.entries(replacements)) {
    const folder = await mkdtemp(join(parent, 'replaced-'));
    await mkdir(join(folder, 'lighting-bridge'));
    await replace(join(folder, fileName));
    const known = new KnownBridgeCertificates(folder);
    try {
      await known.addIfAbsent(address, certificate);
      trial.note(`${what} was taken for a file`);
    } catch {
      refused += 1;
    }
    await assert.rejects(known.find(address), what);
  }
  trial.tally('replacements after which nothing was trusted', refused, 4);
  const folder = await mkdtemp(join(parent, 'linked-'));
  await mkdir(join(folder, 'lighting-bridge'));
  await symlink('pins.json', join(folder, fileName));
  await new KnownBridgeCertificates(folder).addIfAbsent(address, certificate);
  const stored = await new KnownBridgeCertificates(folder).find(address);
  trial.tally(
    'bridge kept where a link leads',
    stored?.fingerprint === certificate.fingerprint ? 1 : 0,
    1,
  );
}

const createFingerprint = (byte: string): string =>
  Array.from({ length: 32 }, () => byte).join(':');

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
