import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { getResourceDefinition } from '../../src/resources/table';
import { parseRoomCommand } from '../../src/vocabulary/room';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import { parseAutomationCommand } from '../../src/vocabulary/automation';
import type { ParsedCommandBody, ParseResult } from '../../src/vocabulary/parse-result';
import { parseSceneRequest, parseSceneCommand } from '../../src/vocabulary/scene';
import { parseSmartSceneCommand } from '../../src/vocabulary/smart-scene';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker';
import { id, sampleIndex } from './support/sample-resources';

type Command = Readonly<Record<string, unknown>>;

type BodyParser = (command: Command) => ParseResult<ParsedCommandBody>;

/** What a command asks for; undefined where it is refused, or has a warning. */
type SilentReader = (command: Command) => unknown;

const readBody =
  (parse: BodyParser): SilentReader =>
  (command) => {
    const parsed = parse(command);
    return parsed.ok && parsed.value.warnings.length === 0 ? parsed.value.body.members : undefined;
  };

const home = sampleIndex;

const speaker = {
  id: id(71),
  type: 'speaker',
  ...getResourceDefinition('speaker').sample,
};

const automation = { id: id(72), type: 'behavior_instance', enabled: true };

/** The words of each node but the light node, each with a value; and how a command of them is read. */
const vocabularies: readonly (readonly [name: string, words: Command, read: SilentReader])[] = [
  [
    'the recall of a scene',
    { action: 'dynamic', brightness: 40, transition: '2s', dynamic: false, speed: 0.7 },
    readBody((command) => parseSceneCommand(command)),
  ],
  [
    'a scene node',
    {
      scene: 'Relax',
      everywhere: true,
      next: true,
      previous: true,
      random: true,
      toggle: ['Relax', 'Bright'],
      store: 'Evening',
      rename: 'Night',
      delete: 'Relax',
      list: true,
      brightness: 40,
      transition: '2s',
      action: 'dynamic',
      dynamic: false,
      speed: 0.7,
    },
    (command) => {
      const request = parseSceneRequest(command);
      return request.ok ? JSON.stringify(request.value) : undefined;
    },
  ],
  [
    'a smart scene',
    { name: 'Morning', transition: '1min', recall: 'activate' },
    readBody((command) =>
      parseSmartSceneCommand(command, 'update', { home, smartScene: home.get(id(41)) }),
    ),
  ],
  [
    'a room',
    {
      name: 'Den',
      archetype: 'gym',
      children: ['Spare bulb'],
      add: ['Spare bulb'],
      remove: ['Floor lamp'],
    },
    readBody((command) => parseRoomCommand(command, 'update', { home, room: home.get(id(21)) })),
  ],
  [
    'a sensor',
    { enabled: false, sensitivity: 3 },
    readBody((command) => parseSensorCommand(command, 'motion', home.get(id(15)))),
  ],
  [
    'an automation',
    {
      enabled: false,
      toggle: true,
      name: 'Alarm',
      metadata: { name: 'Other' },
      trigger: { source: 'flow' },
    },
    readBody((command) => parseAutomationCommand(command, automation)),
  ],
  [
    'a speaker',
    {
      chime: 'ding_dong_classic',
      alarm: 'siren',
      alert: true,
      sound: 'bleep',
      volume: 40,
      duration: '2s',
      mute: true,
      stop: true,
    },
    readBody((command) => parseSpeakerCommand(command, speaker)),
  ],
];

for (const [name, words, read] of vocabularies) {
  describe(`Every word of a command for ${name}`, () => {
    for (const word of Object.keys(words)) {
      it(`is carried out or refused beside each other word: ${word}`, () => {
        const ignored = Object.entries(words).filter(([other, value]) => {
          if (other === word) return false;
          const whole = read({ [other]: value, [word]: words[word] });
          return whole !== undefined && isDeepStrictEqual(whole, read({ [other]: value }));
        });
        assert.deepEqual(ignored, []);
      });
    }
  });
}
