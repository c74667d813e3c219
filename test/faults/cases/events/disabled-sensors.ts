import assert from 'node:assert/strict';
import { getPlainValue, getResourceDefinition, sensorTypes } from '../../../../src/resources/table';
import type { KnownResourceType } from '../../../../src/resources/table';
import type { Resource } from '../../../../src/resources/resource';
import {
  isMotionZoneServiceType,
  motionZoneServiceTypes,
} from '../../../../src/resources/motion-zones';
import type { Simulator } from '../../../../src/simulator';
import type { FaultCase } from '../../fault-case';
import {
  createBridgeNode,
  createCredentials,
  createFlow,
  createNode,
} from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { Trial } from '../../support/trial';
import { waitUntil } from '../../../support/wait-until';

export const disabledSensorCases: readonly FaultCase[] = [
  {
    number: 72,
    title:
      'A sensor is switched off, or marks its value as not valid, while the event stream is live',
    bound: 'its value is null, whatever its type',
    run: disableSensors,
  },
];

/** Sensors whose plain value is what they measure: that of a motion area is whether it is enabled. */
const measuringTypes = sensorTypes.filter(
  (rtype) => getResourceDefinition(rtype).sample !== undefined,
);

async function disableSensors(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  trial.expectRate(simulator.port);
  const flow = await FlowUnderTest.start(trial);
  const sensors = measuringTypes.map((rtype) => findSensor(simulator, rtype));
  await flow.deploy(
    createFlow(
      createBridgeNode(simulator),
      sensors.map(({ id, type }) =>
        createNode(`watch-${type}`, 'bridge-poll', {
          rtype: type,
          target: id,
          output: 'value',
          emit: 'change',
          emitAtStart: true,
        }),
      ),
    ),
    createCredentials(trial),
  );
  const values = new Map<unknown, unknown>();
  flow.onArrival('out', ({ resource, payload }) => {
    values.set(getRid(resource), payload);
  });
  const isStreamed = (): boolean =>
    simulator.requests.some(({ path }) => path.startsWith('/eventstream'));
  await waitUntil('the event stream', isStreamed);
  await waitUntil('the first values', () => sensors.every(({ id }) => values.has(id)));
  let kept = 0;
  let changes = 0;
  const expectValue = async (
    sensor: Resource,
    part: Record<string, unknown>,
    isNull: boolean,
  ): Promise<void> => {
    changes += 1;
    values.delete(sensor.id);
    // The report stays as it was, as on real bridges, whose events hold only what changed.
    simulator.home.change(sensor.id, part);
    await waitUntil(`the change of ${sensor.type}`, () => values.has(sensor.id));
    assert.equal(values.get(sensor.id) === null, isNull, `${sensor.type} ${JSON.stringify(part)}`);
    kept += 1;
  };
  const pollsBefore = countReads(simulator);
  for (const sensor of sensors) {
    assert.notEqual(getPlainValue(sensor), undefined, sensor.type);
    // A MotionAware zone takes the reading of its other service.
    const others = listOthersOfZone(simulator, sensor);
    for (const { id } of others) simulator.home.change(id, { enabled: false });
    await expectValue(sensor, { enabled: false }, true);
    await expectValue(sensor, { enabled: true }, false);
    const { report } = getResourceDefinition(sensor.type);
    if (report === undefined) continue;
    const { group, name } = report;
    await expectValue(sensor, { [group]: { [`${name}_valid`]: false } }, true);
    await expectValue(sensor, { [group]: { [`${name}_valid`]: true } }, false);
    for (const { id } of others) simulator.home.change(id, { enabled: true });
  }
  trial.tally(`values of ${sensors.length} types reported as they are`, kept, changes);
  trial.note(`reads beside the event stream: ${countReads(simulator) - pollsBefore}`);
}

function findSensor(simulator: Simulator, rtype: KnownResourceType): Resource {
  const [sensor] = simulator.home.byType(rtype);
  assert.ok(sensor, rtype);
  return sensor;
}

const listOthersOfZone = ({ home }: Simulator, sensor: Resource): readonly Resource[] =>
  isMotionZoneServiceType(sensor.type)
    ? motionZoneServiceTypes
        .flatMap((rtype) => home.byType(rtype))
        .filter(({ id }) => id !== sensor.id)
    : [];

const getRid = (resource: unknown): unknown =>
  typeof resource === 'object' && resource !== null && 'id' in resource ? resource.id : undefined;

const countReads = (simulator: Simulator): number =>
  simulator.requests.filter(({ path }) => path.includes('/resource')).length;
