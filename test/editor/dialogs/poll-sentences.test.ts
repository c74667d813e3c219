import assert from 'node:assert/strict';
import { ValueCombiner, createCombinedOutputs } from '../../../src/runtime/nodes/poll-combination';
import {
  parsePollSettings,
  valueCombinationMethods,
} from '../../../src/runtime/nodes/poll-settings';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';
import { saveRequestedScreenshot } from '../../support/browser/browser';

/** Somebody at home, by the phones that are there: of two both, one or none. */
const phones = [
  [true, true],
  [true, false],
  [false, false],
] as const;

/** What the dialog says about two outputs, and which output sends for both, one or none of two phones at home. */
const sentences: ReadonlyMap<string, readonly (1 | 2)[]> = new Map([
  [
    'The first output sends when at least one counts as yes, the second when none does.',
    [1, 1, 2] as const,
  ],
  [
    'The first output sends when all count as yes, the second when at least one does not.',
    [1, 2, 2] as const,
  ],
  [
    'The first output sends when none counts as yes, the second when at least one does.',
    [2, 2, 1] as const,
  ],
]);

const sentenceAboutPayload =
  'The node reads the value or property chosen above from each resource, and calculates one payload from all of them.';

/** The output that sends for some phones, as the node does it. */
function findOutput(combine: string, values: readonly boolean[]): number {
  const settings = parsePollSettings({
    id: 'node',
    type: 'bridge-poll',
    z: '',
    name: '',
    rtype: 'geofence_client',
    combine,
    split: 'yes-no',
  });
  const { combine: method, rule } = settings;
  assert.ok(method);
  const entries = values.map((value, index) => ({ rid: String(index), value }));
  const payload = new ValueCombiner(method, rule).combine(entries);
  const outputs = createCombinedOutputs({
    combine: method,
    isSplit: true,
    onlyReadings: false,
    rule,
  });
  return 1 + outputs.sort([{ payload }], false).findIndex((messages) => messages.length > 0);
}

describe('The dialog of a poll node', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness({ 'bridge-poll': { rtype: 'geofence_client' } });
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  const listHints = (): Promise<string[]> =>
    harness.editor.page.locator('.lighting-bridge-hint:visible').allTextContents();

  it('says for every choice which output sends, and it is so', async () => {
    await harness.open('bridge-poll');
    for (const combine of ['each', ...valueCombinationMethods]) {
      if (['mean', 'lowest', 'highest'].includes(combine)) continue;
      await harness.field('Several resources').selectOption(combine);
      for (const split of ['none', 'yes-no']) {
        await harness.field('Outputs').selectOption(split);
        const shown = (await listHints()).filter((hint) => hint.includes('output'));
        if (combine === 'each' || split === 'none') assert.deepEqual(shown, [], combine);
        else {
          const outputs = phones.map((values) => findOutput(combine, values));
          assert.deepEqual(
            shown.map((sentence) => sentences.get(sentence)),
            [outputs],
            `${combine}: ${shown.join()}`,
          );
        }
        const decides = split === 'yes-no' || combine !== 'each';
        const word = harness.editor.page.locator('.red-ui-typedInput-type-label', {
          hasText: 'at home',
        });
        assert.equal(await word.isVisible(), decides, `${combine}, ${split}`);
      }
    }
  });

  it('offers the whole resource as payload only where each is sent by itself', async () => {
    await harness.open('bridge-poll');
    for (const combine of ['each', ...valueCombinationMethods]) {
      if (['mean', 'lowest', 'highest'].includes(combine)) continue;
      await harness.field('Several resources').selectOption(combine);
      const isWhole = await harness.editor.page.evaluate<boolean>(
        `(() => { const field = $('#bridge-poll-output'); field.typedInput('type', 'resource');
          return field.typedInput('type') === 'resource'; })()`,
      );
      assert.equal(isWhole, combine === 'each', combine);
      assert.equal((await listHints()).includes(sentenceAboutPayload), combine !== 'each', combine);
    }
  });

  it('offers to send the state at the start only for what has a state', async () => {
    await harness.open('bridge-poll');
    const box = harness.field('Send the present state once after deploy');
    for (const [rtype, hasState] of [
      ['light', true],
      ['button', false],
      ['bell_button', false],
      ['relative_rotary', false],
      ['motion', true],
    ] as const) {
      await harness.field('Type').selectOption(rtype);
      assert.equal(await box.isVisible(), hasState, rtype);
    }
  });

  it('asks for a type or a resource first, and for the rest once it is known what is watched', async () => {
    await harness.open('bridge-poll');
    for (const [rtype, isKnown] of [
      ['', false],
      ['temperature', true],
    ] as const) {
      await harness.field('Type').selectOption(rtype);
      for (const label of ['Send', 'Several resources', 'Outputs'])
        assert.equal(await harness.field(label).isVisible(), isKnown, `${rtype} ${label}`);
    }
    await saveRequestedScreenshot(harness.editor.page, 'poll-temperature');
    await harness.field('Outputs').selectOption('yes-no');
    await harness.editor.page
      .locator('.red-ui-typedInput-type-select:visible', { hasText: 'is below (°C)' })
      .click();
    const offered = harness.editor.page.locator('.red-ui-typedInput-options:visible a');
    assert.deepEqual(await offered.allTextContents(), [
      'is below (°C)',
      'is above (°C)',
      'equals (°C)',
      'is not equal to (°C)',
    ]);
    await harness.editor.page.keyboard.press('Escape');
    await harness.field('Type').selectOption('button');
    assert.equal(await harness.field('Several resources').isVisible(), false);
  });

  it('needs no number that it does not ask for', () => {
    const hidden = { rtype: 'temperature', combine: 'mean', yesWhen: 'above', yesValue: '' };
    const settings = { id: 'node', type: 'bridge-poll', z: '', name: '', ...hidden };
    assert.deepEqual(parsePollSettings(settings).rule, { comparison: 'true' });
    assert.throws(() => parsePollSettings({ ...settings, split: 'yes-no' }));
    assert.throws(() => parsePollSettings({ ...settings, combine: 'any' }));
  });
});
