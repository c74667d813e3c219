import assert from 'node:assert/strict';
import { translateHueMagicPayload } from '../../../src/vocabulary/formats/huemagic/messages';

describe('A message of HueMagic is for', () => {
  const animation = (status: unknown, restore: unknown): object => ({
    animation: { status, restore },
  });
  const nodeId = 'a1';
  const saved = 'HueMagic animation a1';
  for (const [nodeType, message, payload] of [
    ['bridge-light', { payload: true }, true],
    ['bridge-light', { payload: { on: true, x: 1 } }, { on: true, x: 1 }],
    ['bridge-light', { payload: { status: true, on: true } }, { get: true }],
    ['bridge-light', { payload: 50 }, { get: true }],
    ['bridge-light', { payload: { source: 'dashboard' } }, { get: true }],
    ['bridge-light', {}, { get: true }],
    ['bridge-light', animation(true, true), { save: saved }],
    ['bridge-light', animation(false, true), { restore: saved }],
    ['bridge-light', animation(true, false), { get: true }],
    ['bridge-light', { ...animation(true, true), payload: { alert: 3 } }, { alert: 3 }],
    ['bridge-light', { ...animation(true, true), payload: { on: true } }, { save: saved }],
    ['bridge-light', { payload: { animate: false } }, { dim: 'stop' }],
    ['bridge-light', { payload: { dim: 'up' } }, { get: true }],
    ['bridge-light', { payload: { animate: true } }, { get: true }],
    [
      'bridge-light',
      {
        payload: {
          steps: [
            { delay: 500, animation: { xyColor: { x: 0.3, y: 0.3 }, transitionTime: 2 } },
            { delay: 300, animation: { brightness: 0 } },
            { animation: { brightness: 40, on: false, transitionTime: 0.5 } },
          ],
        },
      },
      {
        play: [
          {
            on: true,
            color: { xy: { x: 0.3, y: 0.3 } },
            dynamics: { duration: 2000 },
            for: 2300,
          },
          { on: false, for: 200 },
          { on: true, dimming: { brightness: 40 }, dynamics: { duration: 500 }, for: 1000 },
        ],
        repeat: true,
      },
    ],
    [
      'bridge-light',
      { payload: { steps: '[{"animation": {"brightness": 5}}]', specials: { randomOrder: true } } },
      {
        play: [{ on: true, dimming: { brightness: 5 }, for: 200 }],
        repeat: true,
        random: true,
      },
    ],
    ['bridge-scene', { payload: false }, true],
    ['bridge-scene', { payload: { topic: 1 } }, true],
    [
      'bridge-scene',
      { payload: { scene: 'Relax', transitionTime: 2.5, brightness: 0, group: 'x' } },
      { scene: 'Relax', brightness: 1, transition: 2500 },
    ],
    ['bridge-sensor', { payload: false }, false],
    ['bridge-sensor', { payload: { sensitivity: 2 } }, { sensitivity: 2 }],
    ['bridge-sensor', { payload: { status: 1, sensitivity: 2 } }, { get: true }],
    ['bridge-sensor', { payload: 'on' }, { get: true }],
    ['bridge-automation', { payload: true }, true],
    ['bridge-automation', { payload: { toggle: false, enabled: true } }, { toggle: true }],
    ['bridge-automation', { payload: { enabled: 'yes' } }, { enabled: false }],
    ['bridge-automation', { payload: { status: true } }, { get: true }],
    ['bridge-speaker', { payload: { chime: 'bright' } }, { chime: 'bright' }],
    ['bridge-speaker', { payload: { alarm: false } }, { alarm: false }],
    [
      'bridge-speaker',
      { payload: { alarm: { sound: 'siren', volume: 40, duration: 2 } } },
      { alarm: 'siren', volume: 40, duration: 2000 },
    ],
    [
      'bridge-speaker',
      { payload: { chime: 'bright', alert: { sound: 'alert', volume: '40' }, mute: false } },
      {
        chime: { sound: 'bright' },
        alert: { sound: 'alert', volume: { level: 40 } },
        mute: { mute: 'unmute' },
      },
    ],
    ['bridge-speaker', { payload: { mute: true } }, { mute: true }],
    ['bridge-speaker', { payload: {} }, { get: true }],
    ['bridge-resource', { payload: 5 }, 5],
  ] as const) {
    it(`a ${nodeType}: ${JSON.stringify(message)}`, () => {
      assert.deepEqual(translateHueMagicPayload(nodeType, { ...message, nodeId }), payload);
    });
  }
});
