import assert from 'node:assert/strict';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KnownBridgeCertificates } from '../../../../src/runtime/bridge/known-certificates';
import type { FaultCase } from '../../fault-case';
import type { Trial } from '../../support/trial';

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
const childScript = join(
  __dirname,
  '../../../runtime/bridge/store/support/first-meetings-child.js',
);

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
