import assert from 'node:assert/strict';
import { getResourceDefinition } from '../../src/resources/table';
import type { Resource } from '../../src/resources/resource';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker';
import { toEnglish } from '../../src/resources/problems';

const speaker: Resource = {
  id: 'a3b1c2d4-0000-4000-8000-000000000001',
  type: 'speaker',
  ...getResourceDefinition('speaker').sample,
};
const silence = { sound: 'no_sound' };
const stopped = { chime: silence, alarm: silence, alert: silence };

const commands: readonly (readonly [payload: unknown, body: object])[] = [
  ['ding_dong_classic', { chime: { sound: 'ding_dong_classic' } }],
  ['Ding dong', { chime: { sound: 'ding_dong_classic' } }],
  ['siren', { alarm: { sound: 'siren' } }],
  ['stop', stopped],
  [false, stopped],
  [{ stop: true }, stopped],
  ['mute', { mute: { mute: 'mute' } }],
  ['unmute', { mute: { mute: 'unmute' } }],
  [{ mute: false }, { mute: { mute: 'unmute' } }],
  [
    { chime: 'ding_dong', volume: 50, duration: '2s' },
    { chime: { sound: 'ding_dong_classic', volume: { level: 50 }, duration: 2000 } },
  ],
  [{ alarm: true, volume: '80%' }, { alarm: { sound: 'siren', volume: { level: 80 } } }],
  [
    { alert: { sound: 'alert', volume: 30, duration: 1500 } },
    { alert: { sound: 'alert', volume: { level: 30 }, duration: 1500 } },
  ],
  [{ chime: {} }, { chime: { sound: 'ding_dong_classic' } }],
  [{ chime: 'none' }, { chime: silence }],
  [{ chime: 'no_sound' }, { chime: silence }],
  [
    { chime: true, volume: 0, duration: 0 },
    { chime: { sound: 'ding_dong_classic', volume: { level: 0 }, duration: 0 } },
  ],
  [
    { chime: true, volume: 99.6 },
    { chime: { sound: 'ding_dong_classic', volume: { level: 100 } } },
  ],
  [{ mute: 'mute' }, { mute: { mute: 'mute' } }],
  [{ mute: 'unmute' }, { mute: { mute: 'unmute' } }],
  [{ mute: 'on' }, { mute: { mute: 'mute' } }],
  [
    { chime: false, alarm: 'bleep' },
    { chime: silence, alarm: { sound: 'bleep' } },
  ],
  [
    { sound: 'bleep', mute: false },
    { alarm: { sound: 'bleep' }, mute: { mute: 'unmute' } },
  ],
  [
    { chime: { sound: 'ding_dong_modern', volume: { level: 5 } }, mute: { mute: 'mute' } },
    { chime: { sound: 'ding_dong_modern', volume: { level: 5 } }, mute: { mute: 'mute' } },
  ],
];

const refusals: readonly (readonly [payload: unknown, path: string, expected: RegExp])[] = [
  ['gong', 'payload', /^one of stop, mute, unmute, ding_dong_classic/],
  [50, 'payload', /name of a sound/],
  [{}, 'payload', /name of a sound/],
  [{ chime: 'siren' }, 'payload.chime', /^one of ding_dong_classic, ding_dong_modern$/],
  [{ volume: 50 }, 'payload', /^a sound beside volume/],
  [{ chime: true, volume: 120 }, 'payload.volume', /0 to 100/],
  [{ chime: true, duration: 'long' }, 'payload.duration', /^a time/],
  [{ chime: true, volume: 0.5 }, 'payload.volume', /0 to 100/],
  [{ chime: { volume: 101 } }, 'payload.chime.volume', /0 to 100/],
  [{ chime: { duration: -1 } }, 'payload.chime.duration', /^a time/],
  [{ chime: { sound: 'gong' } }, 'payload.chime.sound', /^one of ding_dong_classic/],
  [{ chime: ' ' }, 'payload.chime', /^one of ding_dong_classic/],
  [{ chime: { sound: true, pitch: 3 } }, 'payload.chime.pitch', /^one of sound, volume, duration$/],
  [{ mute: 'loud' }, 'payload.mute', /^true or false$/],
  [{ stop: 'now' }, 'payload.stop', /^true$/],
  [{ sound: 'siren', alarm: 'bleep' }, 'payload', /not both/],
  [{ ring: true }, 'payload.ring', /^one of chime, alarm/],
];

describe('A command for a speaker', () => {
  for (const [payload, body] of commands) {
    it(`is ${JSON.stringify(payload)}`, () => {
      const parsed = parseSpeakerCommand(payload, speaker);
      assert.ok(parsed.ok, JSON.stringify(parsed));
      assert.deepEqual(parsed.value.body.members, body);
    });
  }

  for (const [payload, path, expected] of refusals) {
    it(`is not ${JSON.stringify(payload)}, and it says why`, () => {
      const parsed = parseSpeakerCommand(payload, speaker);
      assert.ok(!parsed.ok);
      assert.equal(parsed.problem.path, path);
      assert.match(toEnglish(parsed.problem.expected), expected);
      assert.equal(parsed.needs, undefined);
    });
  }

  it('that names a sound waits for the sounds of the speaker', () => {
    for (const payload of ['siren', { chime: true }]) {
      const parsed = parseSpeakerCommand(payload, undefined);
      assert.equal(!parsed.ok && parsed.needs, 'state');
    }
  });

  it('is for the sounds that the speaker lists, wherever it lists them', () => {
    const chimes = (chime: unknown): unknown => {
      const parsed = parseSpeakerCommand({ chime: true }, { ...speaker, chime });
      return parsed.ok ? parsed.value.body.members : parsed.problem.expected;
    };
    const bell = { chime: { sound: 'bell' } };
    assert.deepEqual(chimes({ sound_values: ['no_sound', 1, 'bell'] }), bell);
    assert.deepEqual(chimes({ status: { sound_values: ['bell'] } }), bell);
    for (const none of [{}, undefined, { sound_values: ['no_sound'] }])
      assert.equal(chimes(none), 'nothing: this speaker has no such sounds');
  });

  it('is refused where it cannot be read as JSON', () => {
    const parsed = parseSpeakerCommand({ chime: () => 'siren' }, speaker);
    assert.equal(!parsed.ok && parsed.problem.path, 'payload.chime');
  });

  it('ends only the kinds of sounds that the speaker has', () => {
    const { alarm, ...chimeOnly } = speaker;
    assert.ok(alarm);
    const parsed = parseSpeakerCommand('stop', { ...chimeOnly, type: 'speaker', id: speaker.id });
    assert.deepEqual(parsed.ok && parsed.value.body.members, { chime: silence, alert: silence });
  });
});
