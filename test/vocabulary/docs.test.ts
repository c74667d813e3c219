import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLightCommand } from '../../src/vocabulary/light/command';
import { parseSensorCommand } from '../../src/vocabulary/sensor';
import { parseSmartSceneCommand } from '../../src/vocabulary/smart-scene';
import type { ParsedCommandBody, ParseResult } from '../../src/vocabulary/parse-result';
import type { Resource } from '../../src/resources/resource';
import { parseLightRequest } from '../../src/vocabulary/light/request';
import { parseAutomationCommand } from '../../src/vocabulary/automation';
import { parseDaylightCommand } from '../../src/vocabulary/daylight';
import { parseSpeakerCommand } from '../../src/vocabulary/speaker';
import { parseRoomMoves, parseRoomCommand } from '../../src/vocabulary/room';
import { parseSceneRequest, parseSceneCommand } from '../../src/vocabulary/scene';
import { lightWordNames } from '../../src/vocabulary/light/words/all-words';
import {
  colorLamp,
  sampleIndex,
  id,
  expectSentence,
  expectValue,
} from './support/sample-resources';

/** The lamp of the page, which also knows sunset. */
const lamp: Resource = {
  ...colorLamp,
  timed_effects: { effect_values: ['no_effect', 'sunrise', 'sunset'] },
};

const readPage = (name: string): string =>
  readFileSync(join(process.cwd(), 'docs', `${name}.md`), 'utf8');
const page = readPage('light-words');

/** The part of the page below a heading, up to the next heading of the same level. */
const chapter = (heading: string): string =>
  page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? assert.fail(heading);

/** Cells of the rows of the tables in a chapter, without headings. */
const rowsOf = (heading: string): readonly string[][] =>
  chapter(heading)
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.startsWith('| `msg.payload`'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );

const singleValues = rowsOf('Single values').map(([payload = '']) => payload);
const wordExamples = rowsOf('Words').map(([name = '', , payload = '']) => ({ name, payload }));
const sentBodies = new Map(
  rowsOf('What is sent to the bridge').map(([payload = '', body = '']) => [payload, body]),
);

/** Words that a mark in the chapter about groups lists. */
const wordsForGroups = (mark: string): ReadonlySet<string | undefined> => {
  const [, list = ''] = chapter('Groups').split(`<!-- groups: ${mark} -->`);
  const [sentence = ''] = list.split(/, and steps of|\.\n/);
  return new Set([...sentence.matchAll(/`(\w+)`/g)].map(([, word]) => word));
};
/** How groups take a word, as the marks say it. Words without a mark are taken as a whole. */
const [whole, eachLamp, lampsOnly] = ['whole', 'one request for each lamp', 'lamps only'] as const;

/** Examples for the other nodes: type, operation and payload. */
const examples = ['nodes', 'scenes-and-programs'].flatMap((name) => [
  ...readPage(name).matchAll(/```json (\w+) (\w+)\n([^`]*)```/g),
]);

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
    for (const name of lightWordNames) assert.ok(words.has(name), name);
    const problem = parseLightCommand({ brihgtnes: 1 }, undefined, 'light');
    assert.match(expectSentence(problem), /the help of the light node/);
  });
});

describe('docs/light-words.md', () => {
  it('has an example of every single value and of every word, and says what is sent for each', () => {
    assert.ok(singleValues.length >= 12);
    assert.deepEqual(new Set(wordExamples.map(({ name }) => name)), new Set(lightWordNames));
    for (const { name, payload } of wordExamples) assert.ok(payload.includes(`"${name}"`), name);
    assert.deepEqual(
      new Set(sentBodies.keys()),
      new Set([...singleValues, ...wordExamples.map(({ payload }) => payload)]),
    );
  });

  for (const [payload, body] of sentBodies) {
    it(`says what is sent for ${payload}`, () => {
      assert.deepEqual(expectValue(parseExample(payload)).body.members, parseJson(body));
    });
  }

  for (const { name, payload } of wordExamples) {
    it(`says how groups take ${name}`, () => {
      const group: Resource = { type: 'grouped_light', id: lamp.id, on: { on: true } };
      const result = parseLightCommand(parseJson(payload), group, 'grouped_light');
      const refused = !result.ok && result.needs === 'members' ? eachLamp : lampsOnly;
      const taken = result.ok ? whole : refused;
      const said = [eachLamp, lampsOnly].find((mark) => wordsForGroups(mark).has(name)) ?? whole;
      assert.equal(
        said,
        taken,
        `the sentences below <!-- groups: … --> in docs/light-words.md say “${said}”, it is “${taken}”`,
      );
      if (taken === whole)
        assert.deepEqual(expectValue(result).body.members, parseJson(sentBodies.get(payload)));
      else assert.match(expectSentence(result), /only single lamps know/);
    });
  }
});

describe('The examples of docs/nodes.md and docs/scenes-and-programs.md', () => {
  it('are there for rooms, zones, scenes, sensors, automations, speakers and daylight', () => {
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
