import assert from 'node:assert/strict';
import type { Resource } from '../../src/resources/resource';
import { parseAutomationCommand } from '../../src/vocabulary/automation';
import { toEnglish } from '../../src/resources/problems';

const createAutomation = (enabled: boolean): Resource => ({
  id: 'a3b1c2d4-0000-4000-8000-000000000002',
  type: 'behavior_instance',
  enabled,
});

const commands: readonly (readonly [payload: unknown, body: object])[] = [
  [true, { enabled: true }],
  ['off', { enabled: false }],
  ['enable', { enabled: true }],
  ['disable', { enabled: false }],
  [{ enabled: 'toggle' }, { enabled: false }],
  [{ toggle: true }, { enabled: false }],
  ['toggle', { enabled: false }],
  [{ name: 'Weekend alarm' }, { metadata: { name: 'Weekend alarm' } }],
  [
    { enabled: false, name: 'Old', metadata: {} },
    { enabled: false, metadata: { name: 'Old' } },
  ],
  [{ trigger: { source: 'flow' } }, { trigger: { source: 'flow' } }],
];

const refusals: readonly (readonly [payload: unknown, path: string, expected: RegExp])[] = [
  [50, 'payload', /^true, false or "toggle"$/],
  ['tomorrow', 'payload', /^true, false or "toggle"$/],
  [{}, 'payload', /^something to do/],
  [{ toggle: false }, 'payload.toggle', /^true$/],
  [{ toggle: true, enabled: true }, 'payload', /not both/],
  [{ on: true }, 'payload.on', /^one of enabled, toggle, name/],
  [{ name: '' }, 'payload.name', /^a name of 1 to 32 characters$/],
];

describe('A command for an automation', () => {
  for (const [payload, body] of commands) {
    it(`is ${JSON.stringify(payload)}`, () => {
      const parsed = parseAutomationCommand(payload, createAutomation(true));
      assert.ok(parsed.ok, JSON.stringify(parsed));
      assert.deepEqual(parsed.value.body.members, body);
    });
  }

  for (const [payload, path, expected] of refusals) {
    it(`is not ${JSON.stringify(payload)}, and it says why`, () => {
      const parsed = parseAutomationCommand(payload, createAutomation(true));
      assert.ok(!parsed.ok);
      assert.equal(parsed.problem.path, path);
      assert.match(toEnglish(parsed.problem.expected), expected);
    });
  }

  it('that toggles waits until it is known whether it is enabled', () => {
    const parsed = parseAutomationCommand('toggle', undefined);
    assert.equal(!parsed.ok && parsed.needs, 'state');
  });
});
