import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  parseLightCommand,
  parseRoomCommand,
  parseSceneCommand,
  parseSensorCommand,
  parseSmartSceneCommand,
} from '../../src/vocabulary';
import type { ParsedCommandBody, ParseResult } from '../../src/vocabulary';
import type { Resource } from '../../src/resources';
import { parseLightRequest } from '../../src/vocabulary/light/parse-light-request';
import { parseAutomationCommand } from '../../src/vocabulary/automation/parse-automation-command';
import { parseDaylightCommand } from '../../src/vocabulary/daylight/parse-daylight-command';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker/parse-speaker-command';
import { parseRoomMoves } from '../../src/vocabulary/room/parse-room-moves';
import { parseSceneRequest } from '../../src/vocabulary/scene/parse-scene-request';
import { lightCommandPropertyNames } from '../../src/vocabulary/light/light-command-properties';
import { colorLamp, sampleIndex, id, expectProblem, expectValue } from './support/sample-resources';

/** The lamp of the page, which also knows sunset. */
const lamp: Resource = {
  ...colorLamp,
  timed_effects: { effect_values: ['no_effect', 'sunrise', 'sunset'] },
};

const page = readFileSync(join(process.cwd(), 'docs', 'light-words.md'), 'utf8');

/** Rows of the tables, without headings. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));

const singleValueRows = rows.filter((cells) => cells.length === 5 && cells[1] !== 'msg.payload');
const memberRows = rows.filter((cells) => cells.length === 7);

/** Examples for the other nodes: type, operation and payload. */
const examples = [...page.matchAll(/```json (\w+) (\w+)\n([^`]*)```/g)];

/** Parses the example of a row; "random" is the hue 0 here. */
function parseExample(payload: string | undefined): ReturnType<typeof parseLightCommand> {
  const { random } = Math;
  Math.random = () => 0;
  try {
    return parseLightCommand(parseJson(payload), lamp, 'light');
  } finally {
    Math.random = random;
  }
}

const parseJson = (text: string | undefined): unknown => JSON.parse(text ?? '');

describe('The help of the light node', () => {
  it('names every word of a command, since errors send people there', () => {
    const help = readFileSync(join(process.cwd(), 'nodes/locales/en-US/bridge-light.md'), 'utf8');
    const list = help.slice(help.indexOf('All words of an object'), help.indexOf('### Outputs'));
    const words = new Set([...list.matchAll(/`(\w+)`/g)].map(([, word]) => word));
    for (const name of lightCommandPropertyNames) assert.ok(words.has(name), name);
    const problem = parseLightCommand({ brihgtnes: 1 }, undefined, 'light');
    assert.ok(!problem.ok && problem.problem.expected.includes('the help of the light node'));
  });
});

describe('docs/light-words.md', () => {
  it('has an example of every single value and of every word', () => {
    assert.ok(singleValueRows.length >= 12);
    assert.deepEqual(
      new Set(memberRows.map((cells) => cells[1])),
      new Set(lightCommandPropertyNames),
    );
  });

  for (const [, payload, , body] of singleValueRows) {
    it(`says what becomes of ${payload}`, () => {
      assert.deepEqual(expectValue(parseExample(payload)).body.members, parseJson(body));
    });
  }

  for (const [, memberName, groups, , payload, body] of memberRows) {
    it(`says what becomes of ${payload}`, () => {
      assert.ok(payload?.includes(`"${memberName}"`));
      assert.deepEqual(expectValue(parseExample(payload)).body.members, parseJson(body));
    });

    it(`says whether groups know ${memberName}`, () => {
      const group: Resource = { type: 'grouped_light', id: lamp.id, on: { on: true } };
      const result = parseLightCommand(parseJson(payload), group, 'grouped_light');
      if (groups === 'yes') assert.deepEqual(expectValue(result).body.members, parseJson(body));
      else {
        const { expected, needs } = expectProblem(result);
        assert.match(expected, /only single lamps know/);
        assert.equal(needs === 'members', groups === 'lamps', 'whether its lamps take it');
      }
    });
  }

  it('has examples for rooms, zones, scenes, sensors, automations, speakers and daylight', () => {
    assert.equal(examples.length, 23);
  });

  for (const [, rtype, operation, text] of examples) {
    it(`shows how to ${operation} a ${rtype}`, () => {
      if (rtype === 'saved_state') {
        const { kind } = expectValue(parseLightRequest(parseJson(text), 'payload'));
        assert.match(kind, /^(save|restore)$/);
        return;
      }
      if (operation === 'move') {
        expectValue(parseRoomMoves(parseJson(text), { home: sampleIndex }));
        return;
      }
      if (operation === 'request') {
        const payload = parseJson(text);
        if (rtype === 'daylight') expectValue(parseDaylightCommand(payload, 'payload'));
        else expectValue(parseSceneRequest(payload));
        return;
      }
      const { body, warnings } = expectValue(runExample(`${rtype} ${operation}`, parseJson(text)));
      assert.notDeepEqual(body.members, {});
      assert.deepEqual(warnings, []);
    });
  }
});

const automation: Resource = { type: 'behavior_instance', id: id(70), enabled: true };

const speaker: Resource = {
  type: 'speaker',
  id: id(71),
  chime: { sound_values: ['no_sound', 'ding_dong_classic'] },
};

function runExample(example: string, payload: unknown): ParseResult<ParsedCommandBody> {
  const [room, smartScene, motion] = [
    sampleIndex.get(id(21)),
    sampleIndex.get(id(41)),
    sampleIndex.get(id(15)),
  ];
  switch (example) {
    case 'room create':
      return parseRoomCommand(payload, 'create', { home: sampleIndex });
    case 'room update':
      return parseRoomCommand(payload, 'update', { home: sampleIndex, room });
    case 'smart_scene create':
      return parseSmartSceneCommand(payload, 'create', { home: sampleIndex });
    case 'smart_scene update':
      return parseSmartSceneCommand(payload, 'update', { home: sampleIndex, smartScene });
    case 'smart_scene recall':
      return parseSmartSceneCommand(payload, 'recall', { home: sampleIndex, smartScene });
    case 'zone update': {
      const children = [{ rid: colorLamp.id, rtype: 'light' }];
      const zone = { type: 'zone', id: id(60), children };
      return parseRoomCommand(payload, 'update', { home: sampleIndex, room: zone, rtype: 'zone' });
    }
    case 'automation update':
      return parseAutomationCommand(payload, automation);
    case 'speaker update':
      return parseSpeakerCommand(payload, speaker);
    case 'scene recall':
      return parseSceneCommand(payload);
    default:
      assert.equal(example, 'motion update');
      return parseSensorCommand(payload, 'motion', motion);
  }
}
