import { startMqttBroker } from '../../../../scripts/start/mqtt-broker';
import type { MqttBroker } from '../../../../scripts/start/mqtt-broker';
import { readExampleFlow } from '../../../../scripts/node-red/example-flows';
import type { FlowNode } from '../../../../scripts/node-red/user-directory';
import { getNestedMember, parseJsonOrUndefined } from '../../../../src/resources/members';
import { createFixtureId } from '../../../../src/simulator';
import type { Simulator } from '../../../../src/simulator';
import { startSwitchableProxy } from '../../../support/network/switchable-proxy';
import { waitUntil } from '../../../support/wait-until';
import type { FaultCase } from '../../fault-case';
import { makeRid } from '../../support/client-requests';
import { createBridgeNode, createCredentials } from '../../support/node-red/flow-nodes';
import { FlowUnderTest } from '../../support/node-red/flow-under-test';
import type { Trial } from '../../support/trial';

export const mqttBrokerCases: readonly FaultCase[] = [
  {
    number: 79,
    title:
      'The MQTT broker is away while the bridge reports changes, and may come back without its memory',
    bound:
      'afterwards it keeps the state of every lamp as the bridge has it, and nothing of deleted ones',
    run: brokerAway,
  },
];

/** What a broker keeps, by topic. */
type KeptMessages = ReadonlyMap<string, string>;

/** A broker on loopback, and what it was told to keep. */
async function startBroker(trial: Trial): Promise<{ broker: MqttBroker; kept: KeptMessages }> {
  const broker = await startMqttBroker(0);
  trial.addCleanup(() => broker.stop());
  const kept = new Map<string, string>();
  broker.aedes.on('publish', ({ topic, payload, retain }) => {
    if (!retain) return;
    if (payload.length === 0) kept.delete(topic);
    else kept.set(topic, payload.toString());
  });
  return { broker, kept };
}

/** The flow of the example for Home Assistant, with this bridge and this broker. */
const createMqttFlow = (simulator: Simulator, port: number): readonly FlowNode[] =>
  readExampleFlow('home-assistant').map((node) => {
    if (node.type === 'bridge-config') return createBridgeNode(simulator);
    if (node.type === 'mqtt-broker') return { ...node, broker: '127.0.0.1', port: String(port) };
    return node.type === 'bridge-mqtt' ? { ...node, bridge: 'bridge' } : node;
  });

const mqttNode = 'home-assistant-publish';

async function brokerAway(trial: Trial): Promise<void> {
  const simulator = await trial.simulator({ events: { batch: 0 } });
  let { broker, kept } = await startBroker(trial);
  const proxy = await startSwitchableProxy(broker.port);
  trial.addCleanup(() => proxy.stop());
  const flow = await FlowUnderTest.start(trial);
  await flow.deploy(createMqttFlow(simulator, proxy.port), createCredentials(trial));
  const isComplete = (): boolean => findDifferences(simulator, kept).length === 0;
  await waitUntil('the home at the broker', isComplete);

  const rounds = trial.chooseByMode(2, 20);
  const tally = { states: 0, expected: 0 };
  for (let round = 0; round < rounds; round += 1) {
    // It exists at the broker before the broker is away.
    const added = makeRid(round);
    const model = simulator.home.get(createFixtureId('light/stairs'));
    if (model !== undefined) simulator.home.add({ ...model, id: added });
    await waitUntil('the new lamp at the broker', isComplete);
    await flow.waitForStatus(mqttNode, /(^|\.)connected$/);
    proxy.switchTo(9);
    await flow.waitForStatus(mqttNode, /connect(ing|$)|disconnected/);
    simulator.home.remove(added);
    changeEverything(simulator, round);
    await waitUntil('the changes at the node', () => isAnnounced(flow, getName(round)));
    if (round % 2 === 1) ({ broker, kept } = await startBroker(trial));
    proxy.switchTo(broker.port);
    await waitUntil('the home at the broker again', isComplete).catch(() => {
      trial.note(`missing or wrong: ${findDifferences(simulator, kept).slice(0, 3).join(', ')}`);
    });
    tally.expected += simulator.home.byType('light').length;
    tally.states += simulator.home.byType('light').length - findDifferences(simulator, kept).length;
  }
  trial.tally(
    `states at the broker are those of the bridge, after ${rounds} outages of the broker`,
    tally.states,
    tally.expected,
  );
  // The broker node of Node-RED takes its time to say goodbye.
  await flow.deploy([], {});
}

const getName = (round: number): string => `Stairs ${round}`;

/** Every lamp changes, and one gets another name. */
function changeEverything({ home }: Simulator, round: number): void {
  for (const { id, on } of home.byType('light'))
    home.change(id, { on: { on: getNestedMember(on, 'on') !== true } });
  home.change(createFixtureId('device/stairs'), { metadata: { name: getName(round) } });
}

const isAnnounced = (flow: FlowUnderTest, name: string): boolean =>
  flow.arrived(mqttNode).some(({ payload }) => String(payload).includes(name));

/** Topics of lamps of which the broker keeps another state than the bridge has, and of lamps that the bridge has not. */
function findDifferences(simulator: Simulator, kept: KeptMessages): readonly string[] {
  const lamps = simulator.home.byType('light');
  const bridge = simulator.bridgeId.toLowerCase();
  const differing = lamps.flatMap(({ id, on }) => {
    const topic = `lighting-bridge/${bridge}/light/${id}/state`;
    const announced = kept.has(`homeassistant/light/${bridge}/${id}/config`);
    const state = getNestedMember(parseJsonOrUndefined(kept.get(topic) ?? 'null'), 'state');
    const expected = getNestedMember(on, 'on') === true ? 'ON' : 'OFF';
    return announced && state === expected ? [] : [topic];
  });
  const surplus = [...kept.keys()].filter((topic) => {
    const rid = /\/light\/(?:[^/]+\/)?([0-9a-f-]{36})\//.exec(topic)?.[1];
    return rid !== undefined && simulator.home.get(rid) === undefined;
  });
  return [...differing, ...surplus];
}
