import assert from 'node:assert/strict';
import { startDialogHarness } from '../support/dialog-harness';
import type { DialogHarness } from '../support/dialog-harness';

const deploySentence =
  'A deploy turns nothing off: at that moment, the node does not send “no motion”, “closed” or “no”.';
const silentSentence =
  'Choose a kind or a sensor to send its readings. Until then the node only answers messages.';

const choices = {
  rtype: ['', 'motion', 'temperature'],
  emit: ['change', 'request'],
  whileReading: ['always', 'lux'],
  endAfter: ['', '5min'],
  emitAtStart: ['', 'true'],
} as const;
type Choice = keyof typeof choices;
type Combination = Readonly<Record<Choice, string>>;

/** Every combination of the choices. */
const combinations: readonly Combination[] = Object.entries(choices).reduce<Combination[]>(
  (combined, [name, values]) =>
    combined.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value }))),
  [{ rtype: '', emit: '', whileReading: '', endAfter: '', emitAtStart: '' }],
);

describe('The dialog of a sensor node', () => {
  let harness: DialogHarness;
  before(async () => {
    harness = await startDialogHarness();
  });
  after(() => harness.stop());
  afterEach(() => harness.closeOpenDialogs());

  /** Sets all fields, and returns the sentences that are shown then. */
  const listHints = (combination: Combination): Promise<string[]> =>
    harness.editor.page.evaluate(`(() => {
      for (const [setting, value] of Object.entries(${JSON.stringify(combination)})) {
        const field = $('#node-input-' + setting);
        if (setting === 'emitAtStart') field.prop('checked', value === 'true');
        else field.val(value);
        field.trigger('change');
      }
      return $('.lighting-bridge-hint:visible').toArray().map((hint) => hint.textContent);
    })()`);

  it('says what a deploy does not send, and what is sent unasked only where something is', async () => {
    await harness.open('bridge-sensor');
    await harness.expandDetails();
    for (const combination of combinations) {
      const { rtype, emit, whileReading, endAfter, emitAtStart } = combination;
      const hints = await listHints(combination);
      const sendsAtDeploy = rtype !== '' && emit === 'change' && emitAtStart === 'true';
      const ends = endAfter !== '' && rtype !== 'temperature';
      assert.deepEqual(
        [hints.includes(deploySentence), hints.includes(silentSentence)],
        [sendsAtDeploy && (whileReading !== 'always' || ends), rtype === '' && emit === 'change'],
        JSON.stringify(combination),
      );
    }
  });

  it('compares each reading of a sensor with a number that is usual for it, unless another is written', async () => {
    await harness.open('bridge-sensor');
    await harness.expandDetails();
    await harness.field('Kind').selectOption('motion');
    const limit = harness.field('Limit');
    for (const [reading, usual] of [
      ['lux', '40'],
      ['celsius', '18'],
      ['battery', '20'],
    ] as const) {
      await harness.field('Send only while').selectOption(reading);
      assert.equal(await limit.inputValue(), usual);
    }
    await limit.fill('35');
    await limit.press('Tab');
    await harness.field('Send only while').selectOption('lux');
    assert.equal(await limit.inputValue(), '35');
    await harness.editor.closeDialog('cancel');
  });
});
