import assert from 'node:assert/strict';
import { createReportMembers } from '../../../src/resources/sensor-report';
import { getResourceDefinition } from '../../../src/resources/table';
import { createFixtureId } from '../../../src/simulator/fixtures/device';
import { startSimulator } from '../../../src/simulator/start-simulator';
import type { Simulator } from '../../../src/simulator/start-simulator';
import { BridgeSession } from '../../../src/runtime/bridge/session';
import { SensorOnBridge } from '../../../src/runtime/nodes/sensor-readings';
import { waitUntil } from '../../support/wait-until';

const motion = createFixtureId('motion/kitchen-motion');

describe('A sensor node that sends the end of motion later', () => {
  let simulator: Simulator;
  let session: BridgeSession;
  before(async () => {
    simulator = await startSimulator({ events: { batch: 0 } });
    const { host, port, fingerprint, key } = simulator;
    session = new BridgeSession(
      { settings: {} },
      { warn: (warning: unknown) => assert.fail(String(warning)) },
      { id: '', type: '', name: '', z: '', host, port, fingerprint },
      { key },
    );
  });
  after(async () => {
    await session.close();
    await simulator.stop();
  });

  const report = (value: boolean): void => {
    const { report: definition } = getResourceDefinition('motion');
    assert.ok(definition);
    simulator.home.change(motion, createReportMembers(definition, value, new Date().toISOString()));
  };

  it('sends none once it is stopped, and shows none any more', async () => {
    const bridge = await session.open();
    await bridge.stateReader.read();
    const start = () => {
      const sent: unknown[] = [];
      const endings: (number | undefined)[] = [];
      const source = new SensorOnBridge(
        bridge,
        {
          rtype: 'motion',
          emit: 'change',
          emitAtStart: true,
          onlyReadings: false,
          endAfter: 100,
          interval: 1_000,
        },
        motion,
        {
          send: ({ payload }) => sent.push(payload),
          showWaiting: (waiting) =>
            endings.push(waiting && 'endsAt' in waiting ? waiting.endsAt : undefined),
          warn: (sentence) => assert.fail(sentence),
          fail: (error) => assert.fail(error),
        },
      );
      return { source, sent, endings };
    };
    report(true);
    const [stopped, other] = [start(), start()];
    await waitUntil('the stream', () => bridge.client.connectionState.mode === 'stream');
    const last = (): unknown[] => [stopped, other].map(({ sent }) => sent.at(-1));
    await waitUntil('motion', () => last().every((sent) => sent === true));
    report(false);
    await waitUntil('the end', () => stopped.endings.at(-1) !== undefined);
    stopped.source.stop();
    assert.equal(stopped.endings.at(-1), undefined);
    await waitUntil('the end of motion', () => other.sent.at(-1) === false);
    assert.deepEqual(last(), [true, false]);
    other.source.stop();
    assert.equal(other.endings.at(-1), undefined);
  });
});
