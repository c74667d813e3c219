import assert from 'node:assert/strict';
import { getNestedMember } from '../../src/resources/members';
import { FakeHome, groupId } from './support/fake-home';

const steps = [
  { members: { on: { on: true }, dimming: { brightness: 80 } }, duration: 1_000 },
  { members: { dimming: { brightness: 10 } }, duration: 500 },
];

for (const returns of [false, true])
  describe(`A sequence that ${returns ? 'returns its lamps' : 'leaves its lamps as they are'}`, () => {
    it('begins on lamps that are off also where the bridge is away before it has taken the first step', async () => {
      const home = new FakeHome();
      for (const rid of home.lamps.keys()) home.change(rid, { on: { on: false } });
      home.answer = 'failed';
      const before = returns ? { before: [...home.lamps.values()] } : {};
      home.programs.start({
        target: { rid: groupId, rtype: 'grouped_light' },
        lamps: [...home.lamps.keys()],
        properties: ['power', 'brightness'],
        content: { kind: 'sequence', steps, rounds: 20, seed: null, ...before },
        startedAt: home.clock.wallTime(),
      });
      await home.clock.advance(100);
      home.programs.suspend();
      await home.clock.advance(1_000);
      home.answer = 'sent';
      home.programs.resume();
      await home.clock.advance(3_000);
      for (const lamp of home.lamps.values()) assert.equal(getNestedMember(lamp, 'on', 'on'), true);
      assert.equal(home.programs.list().length, 1);
    });
  });
