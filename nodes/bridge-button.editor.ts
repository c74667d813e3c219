import { usualIntervals } from 'lighting-bridge:table';

const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-button');
const { paletteLabel, label, labelStyle } = lightingBridge.labels(text);

/** What an output is for; an empty text stands for any. */
type Rule = { button: string; event: string };

interface Outputs {
  split: string;
  events: string;
  buttons: string;
  rules: readonly Rule[];
}

const noRules: Rule[] = [];
const numbered = 8;

const eventTexts = (): Record<string, string> =>
  Object.fromEntries(lightingBridge.buttonEvents.map((event) => [event, text(`event.${event}`)]));

/** Texts of the buttons, those that can be chosen in a rule. */
const buttonTexts = (): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: numbered }, (_, index) => String(index + 1)).map((button) => [
      button,
      text('button.numbered', { button }),
    ]),
  ),
  dial: text('button.dial'),
  bell: text('button.bell'),
});

/** What an output carries, in words. */
function describeOutput({ button, event }: Rule): string {
  const words = [
    button === '' ? '' : (buttonTexts()[button] ?? button),
    event === '' ? '' : (eventTexts()[event] ?? event),
  ].filter((word) => word !== '');
  return words.length === 0 ? text('port.output') : words.join(', ');
}

const rulesPlace = (): JQuery => $('#bridge-button-rules');

const currentRules = (): Rule[] =>
  lightingBridge
    .placedRows(rulesPlace())
    .map(({ row }) => ({ button: row['button'] ?? '', event: row['event'] ?? '' }));

/** Names for the outputs: those of rules stay the same while a rule is changed or moved. */
function namesOfOutputs(outputs: Outputs, places: readonly (number | undefined)[]): string[] {
  return lightingBridge
    .buttonOutputs(outputs)
    .map(({ button, event }, index) =>
      outputs.split === 'rules' && places.length > 0
        ? `rule ${places[index] ?? `new ${index}`}`
        : `${button}/${event}`,
    );
}

RED.nodes.registerType('bridge-button', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-button.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    split: { value: 'none' },
    events: {
      value: '',
      label: text('label.events'),
      validate: validate.someOf({ when: 'split=none event button' }),
    },
    buttons: {
      value: lightingBridge.usualButtons,
      label: text('label.buttons'),
      validate: validate.buttons({ when: 'split=button' }),
    },
    rules: { value: noRules },
    output: { value: 'press' },
    interval: settings.interval(text, usualIntervals.button),
    outputs: { value: 1 },
  },
  inputs: 0,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  outputLabels(index) {
    const output = lightingBridge.buttonOutputs(this)[index];
    return output === undefined ? text('port.output') : describeOutput(output);
  },
  oneditprepare() {
    const saved: Outputs = {
      split: this.split,
      events: this.events,
      buttons: this.buttons,
      rules: this.rules ?? noRules,
    };
    const before = namesOfOutputs(
      saved,
      saved.rules.map((_, index) => index),
    );
    const buttons = lightingBridge.fieldOf(this, 'buttons');
    const { listed, usualButtons } = lightingBridge;
    let written = !['', listed(usualButtons).join()].includes(listed(this.buttons).join());

    const countOutputs = (): void => {
      const places = lightingBridge.placedRows(rulesPlace()).map(({ from }) => from);
      const now: Outputs = {
        split: lightingBridge.settingOf(this, 'split'),
        events: lightingBridge.settingOf(this, 'events'),
        buttons: lightingBridge.settingOf(this, 'buttons'),
        rules: currentRules(),
      };
      lightingBridge.setOutputs(this, before, namesOfOutputs(now, places));
    };
    /** Offers the buttons that the picked device has, unless a person wrote something else. */
    const followDevice = (): void => {
      const known = lightingBridge.knownResources(lightingBridge.settingOf(this, 'bridge'));
      const rid = lightingBridge.settingOf(this, 'target');
      const picked = known?.find((resource) => resource.rid === rid);
      if (!written && picked?.buttons !== undefined) buttons.val(picked.buttons.join(', '));
    };

    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) => resource.buttons !== undefined,
        nothing: text('target.all'),
        types: lightingBridge.watchTypes,
      },
      widgets: () => {
        lightingBridge.prepareCheckList({
          field: lightingBridge.fieldOf(this, 'events'),
          place: $('#bridge-button-events'),
          all: text('event.all'),
          choices: eventTexts(),
        });
        lightingBridge.prepareSelectRows({
          place: rulesPlace(),
          rows: saved.rules,
          columns: [
            {
              name: 'button',
              label: text('rule.button'),
              choices: new Map([['', text('button.any')], ...Object.entries(buttonTexts())]),
            },
            {
              name: 'event',
              label: text('rule.event'),
              choices: new Map([['', text('event.any')], ...Object.entries(eventTexts())]),
            },
          ],
          add: text('rule.add'),
          nameOf: (index) => text('rule.output', { output: index + 1 }),
          changed: countOutputs,
        });
      },
    });
    buttons.on('input', () => {
      written = true;
    });
    $('#dialog-form').on('change', () => {
      followDevice();
      countOutputs();
    });
    countOutputs();
  },
  oneditsave() {
    this.rules = currentRules();
  },
});
