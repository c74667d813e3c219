import assert from 'node:assert/strict';
import { expandRows } from '../../scripts/build/form-rows';

const sharedRows = new Map([
  [
    'target',
    '<field-row for="node-input-target" icon="crosshairs">\n  <input id="node-input-target" />\n</field-row>\n',
  ],
]);

const captureError = (form: string): string => {
  try {
    return `No error, but ${expandRows(form, sharedRows)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('The rows of a form', () => {
  it('get a frame and a label named after the setting', () => {
    const form = `<div>
  <field-row for="node-input-rtype" icon="cube" when="operation=get message">
    <select id="node-input-rtype">
      <option></option>
    </select>
  </field-row>
</div>`;
    assert.equal(
      expandRows(form, sharedRows),
      `<div>
  <div class="form-row" data-when="operation=get message">
    <label for="node-input-rtype">
      <i class="fa fa-fw fa-cube" aria-hidden="true"></i>
      <span data-i18n="label.rtype"></span>
    </label>
    <select id="node-input-rtype">
      <option></option>
    </select>
  </div>
</div>`,
    );
  });

  it('are named after the setting also where the control has an id of its own', () => {
    const form =
      '<field-row for="bridge-poll-output"><input id="bridge-poll-output" /></field-row>';
    assert.match(
      expandRows(form, sharedRows),
      /<label for="bridge-poll-output" data-i18n="label\.output"><\/label>/,
    );
  });

  it('take another text for their label', () => {
    const form =
      '<field-row for="node-input-name" label="editor:row.name"><input id="node-input-name" /></field-row>';
    assert.match(
      expandRows(form, sharedRows),
      /data-i18n="@lighting-bridge\/node-red\/editor:row\.name"/,
    );
  });

  it('offer choices with their texts, and other options after them', () => {
    const form = `<choice-row for="node-input-recall" choices="activate deactivate">
  <option value="" data-i18n="recall.command"></option>
</choice-row>`;
    assert.equal(
      expandRows(form, sharedRows),
      `<div class="form-row">
  <label for="node-input-recall" data-i18n="label.recall"></label>
  <select id="node-input-recall">
    <option value="activate" data-i18n="recall.activate"></option>
    <option value="deactivate" data-i18n="recall.deactivate"></option>
    <option value="" data-i18n="recall.command"></option>
  </select>
</div>`,
    );
  });

  it('have the label of a check box behind it', () => {
    assert.equal(
      expandRows('<check-row for="node-input-emitAtStart" when="emit=change" />', sharedRows),
      `<div class="form-row" data-when="emit=change">
  <input type="checkbox" id="node-input-emitAtStart" />
  <label for="node-input-emitAtStart" data-i18n="label.emitAtStart"></label>
</div>`,
    );
  });

  it('name a group of controls for screen readers', () => {
    const form =
      '<group-row for="bridge-room-devices" icon="plug"><input id="node-input-devices" /></group-row>';
    assert.equal(
      expandRows(form, sharedRows),
      `<div class="form-row">
  <span class="lighting-bridge-label" id="bridge-room-devices-label">
    <i class="fa fa-fw fa-plug" aria-hidden="true"></i>
    <span data-i18n="label.devices"></span>
  </span>
  <div id="bridge-room-devices" role="group" aria-labelledby="bridge-room-devices-label"></div>
  <input id="node-input-devices" />
</div>`,
    );
  });

  it('come from the shared rows, with the attributes that a form gives them', () => {
    assert.equal(
      expandRows('  <target-row icon="home" when="operation=get" />', sharedRows),
      `  <div class="form-row" data-when="operation=get">
    <label for="node-input-target">
      <i class="fa fa-fw fa-home" aria-hidden="true"></i>
      <span data-i18n="label.target"></span>
    </label>
    <input id="node-input-target" />
  </div>`,
    );
    assert.match(expandRows('<target-row />', sharedRows), /fa-crosshairs/);
  });

  const mistakes: Readonly<Record<string, readonly [form: string, sentence: RegExp]>> = {
    'an unknown row': [
      '<taget-row icon="home" />',
      /^<taget-row icon="home" \/> is no row; there are field-row, .*, target-row\.$/,
    ],
    'a row of several words that is unknown': [
      '<week-plan-row />',
      /^<week-plan-row \/> is no row/,
    ],
    'a row without its control': [
      '<field-row for="node-input-rtype"><select id="rtype"></select></field-row>',
      /holds no control with the id node-input-rtype\.$/,
    ],
    'a missing attribute': ['<check-row when="emit=change" />', /needs for="…", the id of its/],
    'an unknown attribute': [
      '<check-row for="node-input-a" class="x" />',
      /takes no class, only for, icon, label, when\.$/,
    ],
    'choices that are missing': ['<choice-row for="node-input-emit" />', /needs choices="…"\.$/],
    'an attribute that stands twice': ['<target-row icon="a" icon="b" />', /has icon twice\.$/],
    'an attribute without quotes': [
      '<target-row icon=home />',
      /no value in quotes at icon=home\.$/,
    ],
    'a row that is not closed': [
      '<field-row for="node-input-a"><input id="node-input-a" />',
      /^<field-row for="node-input-a"> is not closed\.$/,
    ],
    'a row that begins inside another': [
      '<field-row for="node-input-a"><input id="node-input-a" /><target-row /></field-row>',
      /^<field-row for="node-input-a"> is not closed before the next row\.$/,
    ],
    'a tag that is not closed': ['<p></p> <target-row icon="home"', /icon="home" is not closed\.$/],
    'an end without a beginning': ['<p></field-row></p>', /^<\/field-row> closes no row\.$/],
    'a check box that holds something': [
      '<check-row for="node-input-a"><p></p></check-row>',
      /is a check box and holds nothing\.$/,
    ],
    'a shared row that holds something': [
      '<target-row><p></p></target-row>',
      /^<target-row> is a shared row and holds nothing\.$/,
    ],
  };
  for (const [mistake, [form, sentence]] of Object.entries(mistakes)) {
    it(`refuse ${mistake} with a sentence`, () => {
      assert.match(captureError(form), sentence);
    });
  }
});
