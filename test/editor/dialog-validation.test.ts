import assert from 'node:assert/strict';
import { bridgeId, startDialogHarness } from './support/dialog-harness';
import type { DialogHarness } from './support/dialog-harness';
import { settingBounds } from './support/setting-bounds';

interface InvalidInput {
  node: string;
  field: string;
  value: string;
  message: RegExp;
}

const invalidInputs: readonly InvalidInput[] = [
  { node: 'bridge-poll', field: 'Interval', value: '500ms', message: /from 1s to 24h/ },
  { node: 'bridge-poll', field: 'Interval', value: 'soon', message: /from 1s to 24h.*not soon/ },
  {
    node: 'bridge-poll',
    field: 'Only changes of',
    value: 'on.on, a b',
    message: /a b is not the path/,
  },
  { node: 'bridge-poll', field: 'Smallest change', value: '-1', message: /at least 0/ },
  { node: 'bridge-poll', field: 'Interval', value: '2 days', message: /from 1s to 24h/ },
  { node: 'bridge-light', field: 'Transition', value: 'slow', message: /from 0ms to 7 days/ },
  {
    node: 'bridge-light',
    field: 'Transition',
    value: '8 days',
    message: /from 0ms to 7 days.*not 8 days\./,
  },
  {
    node: 'bridge-light',
    field: 'Highest brightness',
    value: '101',
    message: /from 0 to 100/,
  },
  { node: 'bridge-speaker', field: 'Volume (%)', value: '120', message: /from 0 to 100/ },
  { node: 'bridge-speaker', field: 'Duration', value: 'long', message: /^Duration: write a time/ },
  { node: 'bridge-light', field: 'Command', value: 'a..b', message: /^Command: / },
  { node: 'bridge-sensor', field: 'Sensitivity', value: '1.5', message: /whole number/ },
  {
    node: 'bridge-sensor',
    field: 'Send only between',
    value: 'evening',
    message: /22:00-06:00.*not evening\./,
  },
  { node: 'bridge-sensor', field: 'Limit', value: '', message: /^Limit must be a number\.$/ },
  { node: bridgeId, field: 'Address', value: 'the bridge', message: /Leave out https/ },
  { node: bridgeId, field: 'Address', value: '', message: /192\.168\.1\.20/ },
  { node: bridgeId, field: 'Port', value: '70000', message: /from 1 to 65535/ },
  { node: bridgeId, field: 'Certificate', value: 'AB:CD', message: /32 pairs/ },
  { node: bridgeId, field: 'Bridge id', value: 'kitchen', message: /16 hexadecimal/ },
  { node: bridgeId, field: 'Lamp commands/s', value: '0', message: /from 0\.1 to 1000\./ },
  {
    node: bridgeId,
    field: 'Lamp commands/s',
    value: '1001',
    message: /from 0\.1 to 1000\./,
  },
];

/** What is said of nodes that decide yes or no by a number, when one of their settings is wrong. */
const wrongDecisions: readonly { node: string; setting: string; value: string; problem: string }[] =
  [
    {
      node: 'bridge-sensor',
      setting: 'endAfter',
      value: 'soon',
      problem: 'Send “no” after: write a time from 0ms to 24h, such as 2s or 1min, not soon.',
    },
    {
      node: 'bridge-sensor',
      setting: 'whileValue',
      value: 'dark',
      problem: 'Limit must be a number.',
    },
    {
      node: 'bridge-sensor',
      setting: 'yesValue',
      value: 'much',
      problem: 'Counts as yes must be a number.',
    },
    {
      node: 'bridge-sensor',
      setting: 'hysteresis',
      value: '-1',
      problem: 'Hysteresis must be a number of at least 0.',
    },
    {
      node: 'bridge-poll',
      setting: 'yesValue',
      value: '',
      problem: 'Counts as yes must be a number.',
    },
    {
      node: 'bridge-mqtt',
      setting: 'prefix',
      value: 'home/#',
      problem:
        'Topic prefix: write the first part of a topic, without + and #, such as lighting-bridge or home/lamps.',
    },
    {
      node: 'bridge-poll',
      setting: 'hysteresis',
      value: 'wide',
      problem: 'Hysteresis must be a number of at least 0.',
    },
  ];
/** Commands that come from no message, and what their dialog says; undefined for one that the node takes. */
const staticCommands: readonly {
  node: string;
  command: Readonly<Record<string, unknown>>;
  sentence?: RegExp;
}[] = [
  { node: 'bridge-light', command: { command: '{"on":true,"brightness":50}' } },
  { node: 'bridge-light', command: { command: '{"toggle":true}' } },
  { node: 'bridge-light', command: { command: '{"play":"candle"}' } },
  { node: 'bridge-light', command: { command: '{"restore":"before the bell"}' } },
  { node: 'bridge-light', command: { command: '{"get":true}' } },
  {
    node: 'bridge-light',
    command: { command: '{"brigtness":50}' },
    sentence: /^Command\.brigtness: .* Did you mean brightness\?$/,
  },
  {
    node: 'bridge-light',
    command: { command: '{"play":"cande"}' },
    sentence: /^Command\.play: .* Did you mean candle\?$/,
  },
  { node: 'bridge-light', command: { command: '{"On":1}', format: 'homekit' } },
  {
    node: 'bridge-sensor',
    command: { rtype: 'motion', action: '', command: '{"enabeld":true}' },
    sentence: /^Command\.enabeld: .* Did you mean enabled\?$/,
  },
  {
    node: 'bridge-resource',
    command: { rtype: 'light', operation: 'update', command: '{"dimming":{"brightness":500}}' },
    sentence: /^Body\.dimming\.brightness: expected a number from 0 to 100, got 500\.$/,
  },
  {
    node: 'bridge-resource',
    command: { rtype: 'light', operation: 'update', command: '{"dimming":{"brightness":50}}' },
  },
  {
    node: 'bridge-scene',
    command: { operation: '', command: '{"scen":"Relax"}' },
    sentence: /^Command\.scen: .* Did you mean scene\?$/,
  },
  {
    node: 'bridge-daylight',
    command: { command: '"resum"' },
    sentence: /^Command: expected true, false, "toggle", "resume" or "get", got "resum"\.$/,
  },
];

describe('The validation of dialogs', () => {
  let harness: DialogHarness;

  before(async () => {
    const rule = { split: 'yes-no', yesWhen: 'above', yesValue: '1', outputs: 2 };
    harness = await startDialogHarness({
      'bridge-speaker': { operation: 'chime' },
      'bridge-poll': rule,
      'bridge-sensor': { ...rule, rtype: 'motion', whileReading: 'lux', whileValue: '40' },
    });
  });

  after(() => harness.stop());

  afterEach(() => harness.closeOpenDialogs());

  for (const { node, field, value, message } of invalidInputs) {
    it(`answers ${JSON.stringify(value)} as ${field} of ${node} with a sentence`, async () => {
      const { page } = harness.editor;
      await harness.open(node);
      await harness.expandDetails();
      const input = harness.field(field);
      assert.equal(await input.getAttribute('aria-invalid'), null);
      await input.fill(value);
      await input.dispatchEvent('change');
      const problem = page.locator('.lighting-bridge-problem');
      await problem.waitFor();
      assert.match((await problem.textContent()) ?? '', message);
      assert.equal(await input.getAttribute('aria-invalid'), 'true');
      await harness.editor.closeDialog('cancel');
    });
  }

  it('reads the kind of value in the open form before the saved one', async () => {
    const { page } = harness.editor;
    await harness.open('bridge-light');
    await harness.field('Transition: where the value comes from').click();
    await page.locator('.red-ui-typedInput-options:visible').getByText('msg.').click();
    await harness.field('Transition').fill('fade.time');
    await harness.field('Transition').dispatchEvent('change');
    assert.equal(await page.locator('.lighting-bridge-problem').count(), 0);
    await harness.editor.closeDialog('cancel');
  });

  it('marks a node whose dialog is closed', async () => {
    const result: unknown = await harness.editor.page.evaluate(`(() => {
      const node = RED.nodes.node('bridge-poll');
      const saved = node.interval;
      node.interval = '0';
      RED.editor.validateNode(node);
      const errors = node.validationErrors;
      node.interval = saved;
      RED.editor.validateNode(node);
      return [errors, node.valid];
    })()`);
    assert.deepEqual(result, [
      ['Interval: write a time from 1s to 24h, such as 2s or 1min, not 0.'],
      true,
    ]);
  });

  it('says what is wrong with the numbers that decide yes or no', async () => {
    const problems: unknown = await harness.editor.page.evaluate(
      `(${JSON.stringify(wrongDecisions)}).map(({ node: id, setting, value }) => {
        const node = RED.nodes.node(id);
        const saved = node[setting];
        node[setting] = value;
        RED.editor.validateNode(node);
        const [problem] = node.validationErrors;
        node[setting] = saved;
        RED.editor.validateNode(node);
        return [problem, node.valid];
      })`,
    );
    assert.deepEqual(
      problems,
      wrongDecisions.map(({ problem }) => [problem, true]),
    );
  });

  it('does not judge what the choices above it hide', async () => {
    const hidden: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['bridge-poll', { emit: 'poll', properties: 'a b', smallestChange: '-1' }],
      ['bridge-poll', { split: 'none', yesValue: 'much', hysteresis: '-1' }],
      ['bridge-sensor', { split: 'none', yesValue: 'much', hysteresis: '-1' }],
      ['bridge-room', { operation: 'list', target: 'no id', command: '{' }],
      ['bridge-resource', { operation: 'list', target: 'no id', command: '{' }],
      ['bridge-smart-scene', { operation: 'list', target: 'no id', command: '{' }],
      ['bridge-scene', { operation: 'list', brightness: '500', transition: 'soon', speed: '9' }],
    ];
    const errors: unknown = await harness.editor.page.evaluate(
      `(${JSON.stringify(hidden)}).flatMap(([id, changes]) => {
        const node = RED.nodes.node(id);
        const saved = Object.fromEntries(Object.keys(changes).map((name) => [name, node[name]]));
        Object.assign(node, changes);
        RED.editor.validateNode(node);
        const errors = node.validationErrors ?? [];
        Object.assign(node, saved);
        RED.editor.validateNode(node);
        return errors;
      })`,
    );
    assert.deepEqual(errors, []);
  });

  for (const { node, setting, valid, invalid, beside = {} } of settingBounds) {
    it(`takes for ${setting} of ${node} what Node-RED takes, and nothing else`, async () => {
      const refused: unknown = await harness.editor.page.evaluate(`(() => {
        const [setting, beside, values] = ${JSON.stringify([setting, beside, [...valid, ...invalid]])};
        const node = RED.nodes.node(${JSON.stringify(node)});
        const saved = Object.fromEntries(
          [setting, ...Object.keys(beside)].map((name) => [name, node[name]]),
        );
        const refused = values.filter((value) => {
          Object.assign(node, { ...beside, [setting]: value });
          RED.editor.validateNode(node);
          return !node.valid;
        });
        Object.assign(node, saved);
        RED.editor.validateNode(node);
        return refused;
      })()`);
      assert.deepEqual(refused, invalid);
    });
  }

  it('marks a node whose bridge is gone, or that never had one', async () => {
    const errors: unknown = await harness.editor.page.evaluate(`(() => {
      const node = RED.nodes.node('bridge-room');
      const saved = node.bridge;
      const problems = ['no-such-bridge', ''].map((bridge) => {
        node.bridge = bridge;
        RED.editor.validateNode(node);
        return node.validationErrors;
      });
      node.bridge = saved;
      RED.editor.validateNode(node);
      return [...problems, node.valid];
    })()`);
    assert.deepEqual(errors, [
      ['This bridge was deleted from the flows. Choose another one.'],
      ['Choose a bridge, or add one with the plus sign.'],
      true,
    ]);
  });

  for (const { node, command, sentence } of staticCommands) {
    it(`checks the static command ${JSON.stringify(command)} of ${node} as the node does`, async () => {
      const errors: unknown = await harness.editor.page.evaluate(`(() => {
        const node = RED.nodes.node(${JSON.stringify(node)});
        const changes = { commandType: 'json', ...${JSON.stringify(command)} };
        const saved = Object.fromEntries(Object.keys(changes).map((name) => [name, node[name]]));
        Object.assign(node, changes);
        RED.editor.validateNode(node);
        const errors = (node.validationErrors ?? []).join(' ');
        Object.assign(node, saved);
        RED.editor.validateNode(node);
        return node.valid ? errors : 'still wrong';
      })()`);
      assert.match(String(errors), sentence ?? /^$/);
    });
  }

  it('does not read the form of another node', async () => {
    await harness.open('bridge-light');
    const result: unknown = await harness.editor.page.evaluate(`(() => {
      $('#node-input-command').val('{').trigger('change');
      const other = RED.nodes.node('bridge-smart-scene');
      RED.editor.validateNode(other);
      return other.valid;
    })()`);
    assert.equal(result, true);
    await harness.editor.closeDialog('cancel');
  });
});
