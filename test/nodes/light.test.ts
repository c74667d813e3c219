import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { member } from '../../src/resources';
import { idOf } from '../../src/simulator';
import { pathOf, runHomeFlow } from './home-flow';
import type { HomeFlow } from './home-flow';

const floorLamp = idOf('light/living-floor');
const kitchen = idOf('grouped_light/kitchen');

describe('The light node', () => {
  let home: HomeFlow;
  before(async () => {
    home = await runHomeFlow([
      { id: 'picked', type: 'bridge-light', target: floorLamp, targetType: 'resource' },
      { id: 'told', type: 'bridge-light' },
      { id: 'raw', type: 'bridge-resource', operation: 'update', rtype: 'light' },
      {
        id: 'fixed',
        type: 'bridge-light',
        target: 'Kitchen/grouped_light',
        targetType: 'str',
        command: '{"on":true,"brightness":30}',
        commandType: 'json',
        transition: '250',
        transitionType: 'num',
      },
      {
        id: 'computed',
        type: 'bridge-light',
        target: '"Living room/" & lamp',
        targetType: 'jsonata',
        command: 'wish',
        commandType: 'msg',
      },
    ]);
  });
  after(() => home.end());

  const isOn = (rid: string): unknown => member(home.simulator.home.get(rid), 'on', 'on');

  it('sets the lamp that was picked and tells what became of it', async () => {
    const message = await home.ask('picked', { payload: false, topic: 'kept' });
    assert.equal(isOn(floorLamp), false);
    assert.deepEqual(message['payload'], { rid: floorLamp, rtype: 'light' });
    assert.equal(message['topic'], 'kept');
    assert.deepEqual(message['bridge'], {
      operation: 'update',
      rtype: 'light',
      rid: floorLamp,
      name: 'Floor lamp',
      room: 'Living room',
      status: 200,
      warnings: [],
      merged: 1,
    });
  });

  it('finds the lamp that the message names', async () => {
    await home.ask('told', {
      payload: { on: true, brightness: 50 },
      target: 'Living room/Floor lamp',
    });
    assert.deepEqual(home.writes().at(-1), {
      method: 'PUT',
      path: pathOf('light', floorLamp),
      body: { on: { on: true }, dimming: { brightness: 50 } },
    });
  });

  it('takes a reference that another node put out', async () => {
    await home.ask('told', { payload: true, target: { rid: floorLamp, rtype: 'light' } });
    assert.equal(home.writes().at(-1)?.path, pathOf('light', floorLamp));
  });

  it('sets the lamps of a room as one, with the values and the transition of the dialog', async () => {
    await home.ask('fixed', { payload: 'not looked at' });
    assert.deepEqual(home.writes().at(-1), {
      method: 'PUT',
      path: pathOf('grouped_light', kitchen),
      body: { on: { on: true }, dimming: { brightness: 30 }, dynamics: { duration: 250 } },
    });
  });

  it('takes the id of a room for the lamps in it', async () => {
    await home.ask('told', { payload: false, target: idOf('room/kitchen') });
    assert.equal(home.writes().at(-1)?.path, pathOf('grouped_light', kitchen));
  });

  it('says where a target can come from when there is none', async () => {
    home.send('told', { payload: true });
    const { message } = await home.failure('told');
    assert.match(message, /picked in the dialog.+msg\.target, got nothing/);
  });

  it('works out its target and command from expressions and other properties', async () => {
    await home.ask('computed', { lamp: 'Floor lamp', wish: { kelvin: 2700 } });
    const { path, body } = home.writes().at(-1) ?? {};
    assert.equal(path, pathOf('light', floorLamp));
    assert.equal(member(body, 'color_temperature', 'mirek'), 370);
  });

  it('undoes a toggle with the next one, however quickly it follows', async () => {
    const lamp = idOf('light/sofa-right');
    assert.equal(isOn(lamp), false);
    const toggle = { payload: 'toggle', target: lamp };
    await Promise.all([1, 2, 3].map(() => home.ask('told', toggle)));
    assert.equal(isOn(lamp), true);
  });

  for (const [wishes, start, end] of [
    [['toggle', false], false, false],
    [['toggle', true], true, true],
    [['toggle', 'toggle', false], true, false],
    [['toggle', { brightness: 30 }, false], false, false],
    [[false, 'toggle'], true, true],
  ] as const) {
    it(`does ${JSON.stringify(wishes)} in that order, though a toggle has to look first`, async () => {
      const { home: house, faults } = home.simulator;
      house.change(floorLamp, { on: { on: start } });
      const quick = faults.answer({ match: { method: 'GET' }, delay: 50 });
      const asked = wishes.map((payload) => home.ask('told', { payload, target: floorLamp }));
      await Promise.all(asked);
      quick();
      assert.equal(isOn(floorLamp), end);
    });
  }

  it('keeps the order with commands of other nodes for the same lamp', async () => {
    const { home: house, faults } = home.simulator;
    house.change(floorLamp, { on: { on: true } });
    const slowly = { match: { method: 'PUT' }, delay: 50 };
    const quick = faults.answer(slowly);
    const toggle = { payload: 'toggle', target: floorLamp };
    const raw = { payload: { on: { on: false } }, target: floorLamp };
    const askInOrder = async (asks: readonly (() => Promise<unknown>)[]): Promise<void> => {
      const asked: Promise<unknown>[] = [];
      for (const ask of asks) {
        asked.push(ask());
        await setImmediate();
      }
      await Promise.all(asked);
    };
    await askInOrder([() => home.ask('raw', raw), () => home.ask('told', toggle)]);
    assert.equal(isOn(floorLamp), true);
    await askInOrder([() => home.ask('told', toggle), () => home.ask('raw', raw)]);
    assert.equal(isOn(floorLamp), false);
    quick();
  });

  it('steps in kelvin from the white that the command before brings, not from the one before that', async () => {
    const { home: house, faults } = home.simulator;
    const mirek = (): unknown => member(house.get(floorLamp), 'color_temperature', 'mirek');
    await home.ask('told', { payload: { on: true, kelvin: 6000 }, target: floorLamp });
    const quick = faults.answer({ match: { method: 'PUT' }, delay: 30 });
    const wishes = [{ kelvin: 2500 }, { kelvin: '+500' }, { kelvin: '+1000' }];
    await Promise.all(wishes.map((payload) => home.ask('told', { payload, target: floorLamp })));
    quick();
    assert.equal(mirek(), 250);
  });

  it('still merges what waits behind a toggle', async () => {
    const quick = home.simulator.faults.answer({ match: { method: 'GET' }, delay: 50 });
    const wishes = ['toggle', { brightness: 10 }, { brightness: 20 }, { brightness: 30 }];
    const asked = wishes.map((payload) => home.ask('told', { payload, target: floorLamp }));
    const [, ...others] = await Promise.all(asked);
    quick();
    assert.deepEqual(
      others.map(({ bridge }) => member(bridge, 'merged')),
      [3, 3, 3],
    );
    assert.equal(member(home.writes().at(-1)?.body, 'dimming', 'brightness'), 30);
  });

  it('asks the lamp itself before it toggles, since a person may have used a switch', async () => {
    const lamp = idOf('light/fountain');
    home.simulator.home.change(lamp, { on: { on: true } });
    await home.ask('told', { payload: 'toggle', target: lamp });
    assert.equal(isOn(lamp), false);
  });

  it('is not touched by what the flow does to the message afterwards', async () => {
    const payload = { on: true, brightness: 11 };
    const asked = home.ask('picked', { payload });
    payload.brightness = 99;
    await asked;
    assert.equal(member(home.writes().at(-1)?.body, 'dimming', 'brightness'), 11);
  });

  it('warns when a lamp cannot do all that was asked', async () => {
    const message = await home.ask('told', { payload: { kelvin: 9000 }, target: 'Floor lamp' });
    assert.match(String(member(message['bridge'], 'warnings')), /9000/);
  });

  it('ignores addresses, headers and methods in a message', async () => {
    const odd = {
      url: 'http://127.0.0.1:9/',
      host: '127.0.0.2',
      headers: { x: '1' },
      method: 'DELETE',
    };
    await home.ask('picked', { payload: true, ...odd });
    const request = home.simulator.requests.at(-1);
    assert.equal(request?.method, 'PUT');
    assert.equal(request.headers['x'], undefined);
  });
});

describe('A light node whose bridge was away', () => {
  it('is rid of the error in its status once the bridge answers a neighbour', async () => {
    const home = await runHomeFlow([
      { id: 'one', type: 'bridge-light', target: floorLamp },
      { id: 'other', type: 'bridge-light', target: kitchen },
    ]);
    try {
      await home.ask('one', { payload: { on: true, brightness: 20 } });
      await home.status('one', ({ fill }) => fill === 'green');
      const back = home.simulator.faults.answer({ cut: 'request' });
      home.simulator.events.cut();
      home.send('one', { payload: false });
      const { code } = await home.failure('one');
      assert.equal(code, 'ERR_BRIDGE_UNREACHABLE');
      await home.status('one', ({ text }) => String(text).endsWith('status.away'));
      back();
      await home.ask('other', { payload: true });
      const shown = await home.status('one', ({ fill }) => fill === 'green' || fill === 'red');
      assert.equal(shown['fill'], 'green');
    } finally {
      await home.end();
    }
  });
});

describe('A light node beside one that finds out that the bridge is away', () => {
  it('toggles when the bridge is back', async () => {
    const own = await runHomeFlow([
      { id: 'lamp', type: 'bridge-light', target: floorLamp },
      { id: 'watch', type: 'bridge-poll', rtype: 'light_level', interval: '1', wires: [[]] },
    ]);
    try {
      await own.ask('lamp', { payload: false });
      const back = own.simulator.faults.answer({ cut: 'before' });
      own.simulator.events.cut();
      await own.status('watch', ({ fill }) => fill === 'yellow');
      const answered = own.ask('lamp', { payload: 'toggle' });
      for (let look = 0; look < 2; look += 1) await once(own.simulator.log, 'answered');
      back();
      await answered;
      assert.equal(member(own.simulator.home.get(floorLamp), 'on', 'on'), true);
    } finally {
      await own.end();
    }
  });
});
