import assert from 'node:assert/strict';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { parseRoomCommand } from '../../src/vocabulary/room';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import { parseSmartSceneCommand } from '../../src/vocabulary/smart-scene';
import type { ParseResult } from '../../src/vocabulary/parse-result';
import { parseAutomationCommand } from '../../src/vocabulary/automation';
import { parseSceneRequest } from '../../src/vocabulary/scene';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker';
import { colorLamp, id, sampleIndex } from './support/sample-resources';

const home = sampleIndex;
const parsers: Readonly<Record<string, (payload: unknown) => ParseResult<unknown>>> = {
  light: (payload) => parseLightCommand(payload, colorLamp, 'light'),
  sensor: (payload) => parseSensorCommand(payload, 'motion', undefined),
  automation: (payload) => parseAutomationCommand(payload, undefined),
  speaker: (payload) => parseSpeakerCommand(payload, undefined),
  scene: (payload) => parseSceneRequest(payload),
  room: (payload) => parseRoomCommand(payload, 'update', { home, room: home.get(id(21)) }),
  'smart scene': (payload) =>
    parseSmartSceneCommand(payload, 'recall', { home, smartScene: home.get(id(41)) }),
};

const asking = '"get" as the whole payload';
const adding = 'add (beside what is there) or children (just these)';

/** What each word was meant as; undefined where nothing is certain. */
const cases: readonly (readonly [
  node: keyof typeof parsers,
  payload: unknown,
  suggestion: string | undefined,
])[] = [
  ['light', { status: true }, asking],
  ['sensor', { status: true }, asking],
  ['automation', { status: true }, asking],
  ['automation', { state: true }, asking],
  ['speaker', { status: true }, asking],
  ['scene', { status: true }, '"list" as the whole payload'],
  ['sensor', { disabled: true }, 'enabled: false'],
  ['automation', { disabled: true }, 'enabled: false'],
  ['automation', { disable: true }, 'enabled: false'],
  ['scene', { restore: 'Evening' }, 'scene'],
  ['room', { members: [] }, adding],
  ['room', { devices: [] }, adding],
  ['light', { alert: 5 }, '"5s"'],
  [
    'light',
    { alert: 5, color: 'red' },
    '{"duration": "5s", "color": "red"}, with the colour inside',
  ],
  ['light', 'of', 'off'],
  ['light', 'offf', 'off'],
  ['smart scene', 'inactivate', undefined],
  ['smart scene', 'deactivated', 'deactivate'],
];

describe('A suggestion', () => {
  for (const [node, payload, suggestion] of cases) {
    it(`never does the opposite or more than was meant: ${node} ${JSON.stringify(payload)}`, () => {
      const result = parsers[node]?.(payload);
      assert.ok(result?.ok === false);
      assert.equal(result.problem.suggestion, suggestion);
    });
  }
});
