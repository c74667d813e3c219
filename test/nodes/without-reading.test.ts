import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createFixtureId } from '../../src/simulator';
import { loadPackageNodes } from '../support/node-red/flow-in-process';
import { startFlowHarness } from '../support/node-red/flow-harness';
import type { FlowHarness } from '../support/node-red/flow-harness';

/** Of Node-RED itself. */
const rangeNodeFile = join(process.cwd(), 'node_modules/@node-red/nodes/core/function/16-range.js');

const garden = createFixtureId('temperature/garden-motion');

/** As a sensor reports that somebody disables. */
const nothing = {
  enabled: false,
  temperature: { temperature: undefined, temperature_valid: false, temperature_report: undefined },
};
const measure = (celsius: number): Record<string, unknown> => ({
  enabled: true,
  temperature: {
    temperature: celsius,
    temperature_valid: true,
    temperature_report: { changed: new Date().toISOString(), temperature: celsius },
  },
});

describe('Without a reading', () => {
  let flow: FlowHarness;
  before(async () => {
    const watching = { rtype: 'temperature', target: garden, targetType: 'resource' };
    const combined = { rtype: 'temperature', target: garden, targetType: 'str', combine: 'lowest' };
    const kinds = [
      ['sensor', { type: 'bridge-sensor', ...watching }],
      ['poll', { type: 'bridge-poll', ...watching }],
      ['lowest', { type: 'bridge-poll', ...combined }],
    ] as const;
    const range = { type: 'range', action: 'scale', property: 'payload', round: false };
    const scale = { ...range, minin: 0, maxin: 1, minout: 0, maxout: 1 };
    flow = await startFlowHarness(
      kinds.flatMap(([id, node]) => [
        { id, ...node, wires: [[`${id}-scaled`]] },
        { id: `${id}-scaled`, ...scale, wires: [[`${id}-out`]] },
        { id: `${id}-out`, type: 'helper' },
        { id: `only-${id}`, ...node, onlyReadings: true, wires: [[`only-${id}-scaled`]] },
        { id: `only-${id}-scaled`, ...scale, wires: [[`only-${id}-out`]] },
        { id: `only-${id}-out`, type: 'helper' },
      ]),
      { nodeFiles: [...loadPackageNodes(), require(rangeNodeFile)] },
    );
    for (const [id] of kinds) await flow.nextStatus(`only-${id}`, ({ fill }) => fill === 'green');
  });
  after(() => flow.stop());

  const listArrived = (id: string): unknown[] =>
    flow.observations.flatMap((seen) =>
      seen.kind === 'arrival' && seen.node === id ? [seen.message['payload']] : [],
    );

  for (const id of ['sensor', 'poll', 'lowest']) {
    it(`a ${id} node sends null, which a range node takes for 0, or nothing where only readings are wanted`, async () => {
      const { home } = flow.simulator;
      home.change(garden, measure(5));
      await flow.nextMessage(`only-${id}-out`, ({ payload }) => payload === 5);
      home.change(garden, nothing);
      await flow.nextMessage(`${id}-out`, ({ payload }) => payload === 0);
      home.change(garden, measure(6));
      await flow.nextMessage(`only-${id}-out`, ({ payload }) => payload === 6);
      assert.ok(!listArrived(`only-${id}-out`).includes(0));
    });

    it(`a ${id} node that sends only readings answers a question with an error`, async () => {
      flow.simulator.home.change(garden, nothing);
      flow.send(`only-${id}`, { payload: 'get' });
      const { code, message } = await flow.nextFailure(`only-${id}`);
      assert.equal(code, 'ERR_BRIDGE_NOT_FOUND');
      assert.match(message, /has no value at present: it is switched off/);
      flow.simulator.home.change(garden, measure(7));
    });
  }
});
