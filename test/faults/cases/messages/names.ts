import assert from 'node:assert/strict';
import { isBridgeError } from '../../../../src/bridge';
import { getNestedMember } from '../../../../src/resources/members';
import type { FaultCase } from '../../fault-case';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  unthrottledSettings,
} from '../../support/node-red/flow-nodes';
import type { Trial } from '../../support/trial';

export const nameCases: readonly FaultCase[] = [
  {
    number: 40,
    title: 'Names with emoji, text from right to left, NUL, 1 MB',
    bound: 'legal ones come back as they were; the others are refused with the reason',
    run: resourceNames,
  },
];

const legalNames = [
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

const illegalNames: readonly unknown[] = [
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

async function resourceNames(trial: Trial): Promise<void> {
  const simulator = await trial.simulator();
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(
    createFlow(createBridgeNode(simulator, unthrottledSettings)),
    createCredentials(trial),
  );
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
  for (const name of legalNames) {
    await flow.sendOrThrow('resource', rename(name));
    const read = await flow.sendOrThrow('resource', {
      operation: 'get',
      rtype: 'room',
      target,
      payload: {},
    });
    const storedName = getNestedMember(simulator.home.get(target), 'metadata', 'name');
    if (storedName === name && getNestedMember(read['payload'], 'metadata', 'name') === name)
      kept += 1;
    else trial.note(`${JSON.stringify(name)} became ${JSON.stringify(storedName)}`);
  }
  trial.tally('legal names came back as they were', kept, legalNames.length);
  const writes = (): number => simulator.requests.filter(({ method }) => method !== 'GET').length;
  const before = writes();
  let refused = 0;
  for (const name of illegalNames) {
    const { error } = await flow.sendAndWait('resource', rename(name));
    if (isBridgeError(error) && /name.*expected/.test(error.message)) refused += 1;
    else trial.note(`${String(name).slice(0, 40)}: ${String(error)}`);
  }
  trial.tally('others refused with the reason', refused, illegalNames.length);
  trial.atMost('requests for them', writes() - before, 0);
}
