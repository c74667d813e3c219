import assert from 'node:assert/strict';
import { createFixtureId, startSimulator } from '../../src/simulator';
import type { Simulator, SimulatorOptions } from '../../src/simulator';
import { EventStreamServer } from '../../src/simulator/event-stream';
import { TimerGroup } from '../../src/simulator/timers';
import { isObject, getListMember, getNestedMember } from '../../src/resources/members';
import { sendRequest, openEventStream } from './support/simulator-client';

/** Messages of a stream: id and containers. */
function parseMessages(text: string): { id: string; containers: Record<string, unknown>[] }[] {
  return [...text.matchAll(/id: (.*)\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => {
    const containers: unknown = JSON.parse(data);
    assert.ok(Array.isArray(containers));
    return { id, containers: containers.filter(isObject) };
  });
}

describe('The event stream of the simulator', () => {
  let simulator: Simulator;
  const start = async (options: SimulatorOptions = {}): Promise<void> => {
    simulator = await startSimulator({ events: { batch: 0 }, ...options });
  };
  const fountain = createFixtureId('light/fountain');
  const switchFountain = (on: boolean): unknown => simulator.home.change(fountain, { on: { on } });
  afterEach(() => simulator.stop());

  it('greets at once', async () => {
    await start();
    const reader = await openEventStream(simulator);
    assert.equal(await reader.waitForText(/^: hi\n\n/), ': hi\n\n');
  });

  it('reports what a command changed, and only that', async () => {
    await start();
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    await sendRequest(simulator, 'PUT', `/clip/v2/resource/light/${fountain}`, {
      body: { on: { on: true } },
    });
    const [message] = parseMessages(await reader.waitForText(/id: [^]*\n\n/));
    assert.match(message?.id ?? '', /^\d{10}:\d+$/);
    const container = message?.containers[0];
    assert.equal(container?.['type'], 'update');
    assert.match(String(container?.['creationtime']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const data = container?.['data'];
    assert.ok(Array.isArray(data));
    assert.deepEqual(data[0], {
      id: fountain,
      id_v1: '/lights/30',
      type: 'light',
      owner: { rid: createFixtureId('device/fountain'), rtype: 'device' },
      service_id: 0,
      on: { on: true },
    });
    assert.equal(getNestedMember(data[1], 'type'), 'grouped_light');
  });

  it('tells a white from a colour only by what came last, where it sends no mirek_valid', async () => {
    await start({ events: { mirekValid: false } });
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    const lamp = createFixtureId('light/sofa-left');
    const blue = { color: { xy: { x: 0.17, y: 0.05 } } };
    const white = { color_temperature: { mirek: 250 } };
    for (const body of [white, blue, { ...white, dimming: { brightness: 100 } }])
      await sendRequest(simulator, 'PUT', `/clip/v2/resource/light/${lamp}`, { body });
    await reader.waitForText(/"brightness":100[^]*\n\n/);
    const events = parseMessages(reader.text)
      .flatMap(({ containers }) => containers)
      .flatMap((container) => getListMember(container, 'data'))
      .filter((data) => getNestedMember(data, 'id') === lamp);
    assert.equal(reader.text.includes('mirek_valid'), false);
    assert.deepEqual(
      events.map((data) =>
        ['color', 'color_temperature', 'dimming'].filter((name) => name in Object(data)),
      ),
      [['color_temperature'], ['color'], ['color_temperature', 'dimming']],
    );
  });

  it('reports new and vanished resources', async () => {
    await start();
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    const created = await sendRequest(simulator, 'POST', '/clip/v2/resource/geofence_client', {
      body: { name: 'Phone' },
    });
    const rid = String(created.body.data[0]?.['rid']);
    await reader.waitForText(/"type":"add"[^]*\n\n/);
    await sendRequest(simulator, 'DELETE', `/clip/v2/resource/geofence_client/${rid}`);
    await reader.waitForText(/"type":"delete"[^]*\n\n/);
    const deleted = parseMessages(reader.text).at(-1)?.containers[0];
    assert.deepEqual(deleted?.['data'], [{ id: rid, type: 'geofence_client' }]);
  });

  it('reports each press of a button at once, however soon the next one comes', async () => {
    await start({ events: { batch: 60_000 } });
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    switchFountain(true);
    await reader.waitForText(/"light"/);
    for (const [second, event] of ['initial_press', 'short_release'].entries()) {
      const updated = `2026-11-20T10:00:0${second}.000Z`;
      simulator.home.change(createFixtureId('button/living-dimmer'), {
        button: { last_event: event, button_report: { updated, event } },
      });
    }
    await reader.waitForText(/initial_press[^]*short_release[^]*\n\n/);
  });

  it('tells a turn completely, also what is as it was at the turn before', async () => {
    await start();
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    for (const [second, steps] of [30, 60].entries()) {
      const updated = `2026-11-20T10:00:0${second}.000Z`;
      const rotation = { direction: 'clock_wise', steps, duration: 400 };
      simulator.home.change(createFixtureId('relative_rotary/bedroom-dial'), {
        relative_rotary: { rotary_report: { updated, action: 'start', rotation } },
      });
    }
    await reader.waitForText(
      /"action":"start","rotation":\{"direction":"clock_wise","steps":60,"duration":400\}/,
    );
  });

  it('begins the time of a batch anew after a press', async () => {
    await start();
    const timers = new TimerGroup();
    const { home } = simulator;
    const stream = new EventStreamServer(
      { home, timers, faults: { streamFault: {} } },
      { batch: 60_000 },
    );
    for (const on of [true, false]) {
      switchFountain(on);
      await new Promise(setImmediate);
    }
    assert.equal(timers.size, 1, 'the second change waits for its batch');
    const updated = new Date().toISOString();
    home.change(createFixtureId('button/hallway-tap'), { button: { button_report: { updated } } });
    await new Promise(setImmediate);
    assert.equal(stream.replayableIds.length, 2);
    assert.equal(timers.size, 0);
  });

  it('puts the changes of one batch into one message with the last value of each', async () => {
    await start({ events: { batch: 100 } });
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    switchFountain(true);
    await reader.waitForText(/id: [^]*\n\n/);
    switchFountain(false);
    switchFountain(true);
    switchFountain(false);
    simulator.home.change(fountain, { color: { xy: { x: 0.3, y: 0.3 } } });
    await reader.waitForText(/id: [^]*id: [^]*\n\n/);
    const messages = parseMessages(reader.text);
    assert.equal(messages.length, 2);
    const data = messages[1]?.containers[0]?.['data'];
    assert.ok(Array.isArray(data));
    assert.deepEqual(
      data
        .filter((entry) => getNestedMember(entry, 'id') === fountain)
        .map((entry) => getNestedMember(entry, 'on')),
      [{ on: false }],
    );
  });

  it('repeats what came after the last message of someone who comes back', async () => {
    await start();
    const first = await openEventStream(simulator);
    await first.waitForText(/hi/);
    switchFountain(true);
    const [seen] = parseMessages(await first.waitForText(/id: [^]*\n\n/));
    first.close();
    switchFountain(false);
    await new Promise(setImmediate);
    const second = await openEventStream(simulator, { 'last-event-id': seen?.id });
    await second.waitForText(/hi\n\nid: [^]*\n\n/);
    assert.deepEqual(
      parseMessages(second.text).map(({ id }) => id),
      simulator.events.replayableIds.slice(1),
    );
  });

  it('keeps only the last fifteen messages', async () => {
    await start();
    for (let number = 0; number < 40; number += 1) {
      switchFountain(number % 2 === 0);
      await new Promise(setImmediate);
    }
    const reader = await openEventStream(simulator, { 'last-event-id': '1:0' });
    await reader.waitForText(/(?:id: [^]*?\n\n){15}/);
    assert.equal(parseMessages(reader.text).length, 15);
  });

  it('can go silent, repeat itself, and end soon after it began', async () => {
    await start();
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    simulator.faults.setStreamFault({ silent: true });
    switchFountain(true);
    await new Promise(setImmediate);
    simulator.faults.setStreamFault({ duplicates: true });
    switchFountain(false);
    await reader.waitForText(/id: (.*)\n[^]*\n\nid: \1\n[^]*\n\n/);
    assert.equal(parseMessages(reader.text).length, 2);
    simulator.faults.inject({ match: { path: '/eventstream' }, lasts: 20, times: 1 });
    const short = await openEventStream(simulator);
    assert.equal(await short.waitForEnd(), true);
    assert.match(short.text, /^: hi/);
  });

  it('answers 404 where it is switched off, and an error status where a fault says so', async () => {
    await start({ events: false });
    assert.equal((await openEventStream(simulator)).status, 404);
    await simulator.stop();
    await start();
    for (const status of [403, 429, 503]) {
      simulator.faults.inject({ match: { path: '/eventstream' }, status, times: 1 });
      assert.equal((await openEventStream(simulator)).status, status);
    }
  });

  it('carries two thousand changes in a burst', async () => {
    await start();
    const reader = await openEventStream(simulator);
    await reader.waitForText(/hi/);
    simulator.events.changeBrightnessRepeatedly(2000);
    await reader.waitForText(/id: [^]*\n\n/);
    const lamps = simulator.home.byType('light').filter((light) => isObject(light['dimming']));
    const data = parseMessages(reader.text).flatMap(({ containers }) =>
      containers.flatMap((container) => {
        const entries = container['data'];
        return Array.isArray(entries) ? entries.filter(isObject) : [];
      }),
    );
    for (const lamp of lamps) {
      const last = data.findLast(({ id }) => id === lamp.id);
      assert.deepEqual(getNestedMember(last, 'dimming'), {
        brightness: getNestedMember(simulator.home.get(lamp.id), 'dimming', 'brightness'),
      });
    }
  });
});
