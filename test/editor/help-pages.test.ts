import assert from 'node:assert/strict';
import type { FlowNode } from '../../scripts/node-red/user-directory';
import { withNodeSettings } from '../../scripts/node-red/example-flows';
import { createReportMembers } from '../../src/resources/sensor-report';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator } from '../../src/simulator';
import { placedNodeTypes } from '../support/node-red/node-types';
import { startNodeRed } from '../support/node-red/node-red';
import { readHelpPage } from './support/help-page';
import type { RunningNodeRed } from '../support/node-red/node-red';

const stems = ['bridge-config', ...placedNodeTypes];

/** Headings of those pages that differ from the others. */
const headings: Readonly<Record<string, readonly string[]>> = {
  'bridge-config': ['Set up', 'Certificate', 'Status of the nodes', 'Errors', 'Example'],
  'bridge-button': ['Outputs', 'Errors', 'Example'],
};

const isFlowNode = (value: unknown): value is FlowNode =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value;

/** The example of a help page, as a person copies it. */
function readExample(stem: string): FlowNode[] {
  const blocks = [...readHelpPage(stem).matchAll(/```json\n([\s\S]*?)```/g)];
  assert.equal(blocks.length, 1, `${stem}.md has ${blocks.length} examples`);
  const flow: unknown = JSON.parse(blocks[0]?.[1] ?? '');
  assert.ok(Array.isArray(flow) && flow.every(isFlowNode));
  return flow;
}

describe('The examples of the help pages', () => {
  let simulator: Simulator;
  let nodeRed: RunningNodeRed;

  before(async () => {
    nodeRed = await startNodeRed();
  });
  after(() => nodeRed.stop());

  // Each in a home of its own: an example that disables a sensor is not to disturb the next.
  beforeEach(async () => {
    simulator = await startSimulator();
  });
  afterEach(() => simulator.stop());

  /** Presses the dimmer once the node watches it. */
  async function pressWhenReady(): Promise<void> {
    await nodeRed.nextStatus('help-button-dimmer', ({ fill }) => fill === 'green');
    const event = 'short_release';
    const updated = new Date().toISOString();
    simulator.home.change(createFixtureId('button/living-dimmer'), {
      button: { last_event: event, button_report: { updated, event } },
    });
  }

  /** Lets somebody move where the sensor is, once the node shows its state. */
  async function moveWhenReady(): Promise<void> {
    await nodeRed.nextStatus('help-sensor-motion', ({ text }) => text === 'no motion');
    simulator.home.change(
      createFixtureId('motion/bathroom-motion'),
      createReportMembers({ group: 'motion', name: 'motion' }, true, new Date().toISOString()),
    );
  }

  for (const stem of stems) {
    it(`work when pasted: that of ${stem}`, async () => {
      const example = readExample(stem);
      assert.ok(
        example.some(({ type }) => type === stem),
        'it shows another node',
      );
      const connected = withNodeSettings(example, 'example-bridge', {
        host: simulator.host,
        port: String(simulator.port),
        fingerprint: simulator.fingerprint,
        // Without an event stream a press counts as soon as the node has polled once.
        ...(stem === 'bridge-button' ? { events: 'never' } : {}),
        credentials: { key: simulator.key },
      }).map((node) => (node.type === 'bridge-config' ? node : { ...node, z: 'tab' }));
      const watched = connected.find(({ type }) => type === 'debug');
      assert.ok(watched);
      const arrival = nodeRed.nextMessage(watched.id);
      await nodeRed.deploy([{ id: 'tab', type: 'tab', label: 'Pasted' }, ...connected]);
      const button = connected.find(({ type }) => type === 'inject');
      if (button !== undefined) await nodeRed.pressInject(button.id);
      if (stem === 'bridge-button') await pressWhenReady();
      if (stem === 'bridge-sensor') await moveWhenReady();
      const message = await arrival;
      assert.notEqual(message['payload'], undefined);
    });
  }

  for (const stem of stems) {
    it(`come with what ${stem} does, takes and gives, and what can go wrong`, () => {
      const help = readHelpPage(stem);
      const wanted = headings[stem] ?? ['Inputs', 'Outputs', 'Errors', 'Example'];
      for (const heading of wanted) assert.match(help, new RegExp(`^### ${heading}$`, 'm'));
      assert.match(help, /ERR_BRIDGE_[A-Z_]+/);
    });
  }
});
