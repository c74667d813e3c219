import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  lightCommand,
  roomCommand,
  sceneCommand,
  sensorCommand,
  smartSceneCommand,
} from '../../src/vocabulary';
import type { Command, Result } from '../../src/vocabulary';
import type { Resource } from '../../src/resources';
import { lightWordNames } from '../../src/vocabulary/light/words';
import { colorLamp, home, id, problemOf, valueOf } from './home';

/** The lamp of the page, which also knows sunset. */
const lamp: Resource = {
  ...colorLamp,
  timed_effects: { effect_values: ['no_effect', 'sunrise', 'sunset'] },
};

const page = readFileSync(join(process.cwd(), 'docs', 'vocabulary.md'), 'utf8');

/** Rows of the tables, without headings. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));

const singles = rows.filter((cells) => cells.length === 5 && cells[1] !== 'msg.payload');
const words = rows.filter((cells) => cells.length === 7);

/** Examples for the other nodes: type, operation and payload. */
const examples = [...page.matchAll(/```json (\w+) (\w+)\n([^`]*)```/g)];

const parse = (text: string | undefined): unknown => JSON.parse(text ?? '');

describe('docs/vocabulary.md', () => {
  it('has an example of every single value and of every word', () => {
    assert.ok(singles.length >= 12);
    assert.deepEqual(new Set(words.map((cells) => cells[1])), new Set(lightWordNames));
  });

  for (const [, payload, , body] of singles) {
    it(`says what becomes of ${payload}`, () => {
      assert.deepEqual(
        valueOf(lightCommand(parse(payload), lamp, 'light')).body.members,
        parse(body),
      );
    });
  }

  for (const [, word, groups, , payload, body] of words) {
    it(`says what becomes of ${payload}`, () => {
      assert.ok(payload?.includes(`"${word}"`));
      assert.deepEqual(
        valueOf(lightCommand(parse(payload), lamp, 'light')).body.members,
        parse(body),
      );
    });

    it(`says whether groups know ${word}`, () => {
      const group: Resource = { type: 'grouped_light', id: lamp.id, on: { on: true } };
      const result = lightCommand(parse(payload), group, 'grouped_light');
      if (groups === 'yes') assert.deepEqual(valueOf(result).body.members, parse(body));
      else assert.match(problemOf(result).expected, /only single lamps know/);
    });
  }

  it('has examples for rooms, smart scenes, scenes and sensors', () => {
    assert.equal(examples.length, 7);
  });

  for (const [, rtype, operation, text] of examples) {
    it(`shows how to ${operation} a ${rtype}`, () => {
      const { body, warnings } = valueOf(run(`${rtype} ${operation}`, parse(text)));
      assert.notDeepEqual(body.members, {});
      assert.deepEqual(warnings, []);
    });
  }
});

function run(example: string, payload: unknown): Result<Command> {
  const [room, smartScene, motion] = [home.get(id(21)), home.get(id(41)), home.get(id(15))];
  switch (example) {
    case 'room create':
      return roomCommand(payload, 'create', { home });
    case 'room update':
      return roomCommand(payload, 'update', { home, room });
    case 'smart_scene create':
      return smartSceneCommand(payload, 'create', { home });
    case 'smart_scene update':
      return smartSceneCommand(payload, 'update', { home, smartScene });
    case 'smart_scene recall':
      return smartSceneCommand(payload, 'recall', { home, smartScene });
    case 'scene recall':
      return sceneCommand(payload);
    default:
      assert.equal(example, 'motion update');
      return sensorCommand(payload, 'motion', motion);
  }
}

describe('docs/moving.md', () => {
  const moving = readFileSync(join(process.cwd(), 'docs', 'moving.md'), 'utf8');
  const able: Resource = { ...lamp, effects_v2: { action: { effect_values: ['prism'] } } };
  const payloads = [...moving.matchAll(/^\| `(\{.*?\})` *\| `(\{.*?\})` *\|/gm)];

  it('says for every word of a lamp what it is called here', () => {
    assert.ok(payloads.length >= 9);
    for (const [, there, here] of payloads) {
      valueOf(lightCommand(parse(here), able, 'light'));
      if (there !== here) assert.ok(!lightCommand(parse(there), lamp, 'light').ok, there);
    }
  });
});
