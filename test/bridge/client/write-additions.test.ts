import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { WriteAdditions } from '../../../src/bridge/client';
import type { FindWriteAddition, RequestedWrite, WriteListener } from '../../../src/bridge/watch';
import type { RequestBody } from '../../../src/bridge/request';
import type { Members } from '../../../src/resources/members';
import { makeRid, serializeRequestBody } from '../queue/queue-harness';

const write = { rtype: 'light', rid: makeRid(1), members: { on: { on: true } } } as const;
const asked = serializeRequestBody(write.members);

describe('What listeners add to a change', () => {
  let answers: boolean[];
  beforeEach(() => (answers = []));
  const create = (...listeners: readonly WriteListener[]): WriteAdditions =>
    new WriteAdditions(new Set(listeners), write, {});
  const adding =
    (members: Members): FindWriteAddition =>
    () => ({ members, onAnswer: (isAccepted) => answers.push(isAccepted) });
  const addTo = (additions: WriteAdditions): RequestBody =>
    additions.addTo(asked, (members) => serializeRequestBody(members));

  it('is nothing where no listener adds anything, so that the body stays the same', () => {
    assert.equal(addTo(create()), asked);
    assert.equal(addTo(create(() => undefined)), asked);
    assert.equal(addTo(create(() => () => undefined)), asked);
  });

  it('stands beside its members, which count', () => {
    const additions = create(
      () => adding({ dimming: { brightness: 5 }, on: { on: false } }),
      () => (members) => adding({ had: Object.keys(members) })(members),
    );
    assert.deepEqual(addTo(additions).members, {
      dimming: { brightness: 5 },
      had: ['on'],
      on: { on: true },
    });
  });

  const outcomes: readonly (readonly [string, () => Promise<readonly string[]>, boolean])[] = [
    ['taken', () => Promise.resolve([]), true],
    ['taken with a remark', () => Promise.resolve(['it was slow']), true],
    ['not taken by a lamp', () => Promise.resolve(['command may not have effect']), false],
    ['refused', () => Promise.reject(new Error('refused')), false],
  ];
  for (const [what, writing, isAccepted] of outcomes) {
    it(`learns whether it was taken: ${what}`, async () => {
      const additions = create(() => adding({ dimming: { brightness: 5 } }));
      addTo(additions);
      const result = { status: 200, data: undefined, merged: 1 };
      additions.reportAnswer(writing().then((warnings) => ({ ...result, warnings })));
      assert.deepEqual(answers, []);
      await setImmediate();
      assert.deepEqual(answers, [isAccepted]);
      assert.equal(addTo(additions), asked, 'nothing is added after the answer');
    });
  }

  it('depends on who asks for the change, and how', () => {
    const seen: RequestedWrite[] = [];
    const listener: WriteListener = (requested) => void seen.push(requested);
    const listeners = new Set([listener]);
    assert.ok(new WriteAdditions(listeners, write, {}));
    assert.ok(new WriteAdditions(listeners, write, { sender: 'node', isBackground: true }));
    assert.deepEqual(
      seen.map(({ sender, isBackground, place }) => [sender, isBackground, place]),
      [
        [undefined, false, undefined],
        ['node', true, undefined],
      ],
    );
    assert.deepEqual(seen[0], {
      ...write,
      sender: undefined,
      isBackground: false,
      place: undefined,
    });
  });
});
