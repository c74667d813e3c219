import assert from 'node:assert/strict';
import { isBridgeError } from '../../../src/bridge';
import { member } from '../../../src/resources';
import type { FaultCase } from '../fault-case';
import { FlowTrial } from '../support/flow-trial';
import { bridgeNode, credentialsOf, flowOf, quickPace } from '../support/palette';
import type { Trial } from '../support/trial';

export const nameCases: readonly FaultCase[] = [
  {
    number: 40,
    title: 'Names with emoji, text from right to left, NUL, 1 MB',
    bound: 'legal ones come back as they were; the others are refused with the reason',
    run: names,
  },
];

const legal = [
  'Küche',
  'Wohnzimmer 🛋️💡',
  '👩‍👩‍👧‍👦',
  'غرفة المعيشة',
  'חדר שינה (2)',
  '寝室・二階',
  'e\u0301tage',
  'A "quoted" \\ name',
  "'; DROP TABLE rooms; --",
  '<script>alert(1)</script>',
  '${jndi:ldap://x}',
  '{{name}} %s %00',
  '../config',
  '__proto__',
  'constructor',
  ' padded ',
  'x',
  'y'.repeat(32),
];

const illegal: readonly unknown[] = [
  '',
  'z'.repeat(33),
  'm'.repeat(1_048_576),
  'NUL\u0000inside',
  'lone \ud83d surrogate',
  7,
  null,
  ['Room'],
  { name: 'Room' },
];

async function names(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowTrial.start(trial);
  await flow.deploy(flowOf(bridgeNode(simulator, quickPace)), credentialsOf(trial));
  const [room] = simulator.home.byType('room');
  assert.ok(room);
  const target = room.id;
  const rename = (name: unknown): object => ({
    operation: 'update',
    rtype: 'room',
    target,
    payload: { metadata: { name } },
  });
  let kept = 0;
  for (const name of legal) {
    await flow.ask('resource', rename(name));
    const read = await flow.ask('resource', {
      operation: 'get',
      rtype: 'room',
      target,
      payload: {},
    });
    const there = member(simulator.home.get(target), 'metadata', 'name');
    if (there === name && member(read['payload'], 'metadata', 'name') === name) kept += 1;
    else trial.note(`${JSON.stringify(name)} became ${JSON.stringify(there)}`);
  }
  trial.tally('legal names came back as they were', kept, legal.length);
  const writes = (): number => simulator.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  let refused = 0;
  for (const name of illegal) {
    const { error } = await flow.give('resource', rename(name));
    if (isBridgeError(error) && /name.*expected/.test(error.message)) refused += 1;
    else trial.note(`${String(name).slice(0, 40)}: ${String(error)}`);
  }
  trial.tally('others refused with the reason', refused, illegal.length);
  trial.atMost('requests for them', writes() - before, 0);
}
