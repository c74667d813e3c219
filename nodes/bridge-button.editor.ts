import { usualIntervals } from 'lighting-bridge:table';
import type { CheckboxList, ButtonListItem } from '../src/editor';

const { devicePresses, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-button');
const { paletteLabel, label, labelStyle } = lightingBridge.labels(text);

/** Button and event of an output; an empty text matches any. */
type OutputRule = { button: string; event: string };

interface OutputSettings {
  split: string;
  events: string;
  buttons: string;
  rules: readonly OutputRule[];
}

const noRules: OutputRule[] = [];
const numberedButtonCount = 8;

const getEventLabels = (): Record<string, string> =>
  Object.fromEntries(
    lightingBridge.buttonEventNames.map((event) => [event, text(`event.${event}`)]),
  );

/** Labels of the buttons that can be chosen in a rule. */
const getButtonLabels = (): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: numberedButtonCount }, (_, index) => String(index + 1)).map((button) => [
      button,
      text('button.numbered', { button }),
    ]),
  ),
  dial: text('button.dial'),
  bell: text('button.bell'),
});

/** Label of an output port. */
function describeOutput({ button, event }: OutputRule): string {
  const parts = [
    button === '' ? '' : (getButtonLabels()[button] ?? button),
    event === '' ? '' : (getEventLabels()[event] ?? event),
  ].filter((part) => part !== '');
  return parts.length === 0 ? text('port.output') : parts.join(', ');
}

const getRuleList = (): JQuery => $('#bridge-button-rules');

const readRules = (): OutputRule[] =>
  lightingBridge
    .getSelectRows(getRuleList())
    .map(({ row }) => ({ button: row['button'] ?? '', event: row['event'] ?? '' }));

/** Identifies the outputs by name; the name of a rule stays the same when the rule is changed or moved. */
function getOutputNames(
  outputs: OutputSettings,
  initialIndexes: readonly (number | undefined)[],
): string[] {
  return lightingBridge
    .listButtonOutputs(outputs)
    .map(({ button, event }, index) =>
      outputs.split === 'rules' && initialIndexes.length > 0
        ? `rule ${initialIndexes[index] ?? `new ${index}`}`
        : `${button}/${event}`,
    );
}

RED.nodes.registerType('bridge-button', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-button.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    target: settings.targetSetting(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    split: { value: 'none' },
    events: {
      value: '',
      label: text('label.events'),
      validate: validators.nonEmptySelectionValidator({ when: 'split=none event button' }),
    },
    buttons: {
      value: lightingBridge.defaultButtons,
      label: text('label.buttons'),
      validate: validators.buttonListValidator({ when: 'split=button' }),
    },
    rules: { value: noRules },
    output: { value: 'press' },
    interval: settings.intervalSetting(text, usualIntervals.button),
    outputs: { value: 1 },
  },
  inputs: 0,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  outputLabels(index) {
    const output = lightingBridge.listButtonOutputs(this)[index];
    return output === undefined ? text('port.output') : describeOutput(output);
  },
  oneditprepare() {
    const saved: OutputSettings = {
      split: this.split,
      events: this.events,
      buttons: this.buttons,
      rules: this.rules ?? noRules,
    };
    const initialOutputNames = getOutputNames(
      saved,
      saved.rules.map((_, index) => index),
    );
    const buttons = lightingBridge.getSettingField(this, 'buttons');
    const { splitCommaList, defaultButtons } = lightingBridge;
    let eventList: CheckboxList | undefined;
    let hasCustomButtons = !['', splitCommaList(defaultButtons).join()].includes(
      splitCommaList(this.buttons).join(),
    );

    const updateOutputs = (): void => {
      const initialIndexes = lightingBridge
        .getSelectRows(getRuleList())
        .map(({ initialIndex }) => initialIndex);
      const current: OutputSettings = {
        split: lightingBridge.getSettingValue(this, 'split'),
        events: lightingBridge.getSettingValue(this, 'events'),
        buttons: lightingBridge.getSettingValue(this, 'buttons'),
        rules: readRules(),
      };
      lightingBridge.storeOutputPorts(
        this,
        initialOutputNames,
        getOutputNames(current, initialIndexes),
      );
    };
    const findPickedButtons = (): readonly ButtonListItem[] | undefined => {
      const cachedResources = lightingBridge.getCachedResources(
        lightingBridge.getSettingValue(this, 'bridge'),
      );
      const rid = lightingBridge.getSettingValue(this, 'target');
      return cachedResources?.find((resource) => resource.rid === rid)?.buttons;
    };
    let offeredFor: readonly ButtonListItem[] | undefined;
    /** Offers what the picked device can report. */
    const offerDevicePresses = (): void => {
      const picked = findPickedButtons();
      if (JSON.stringify(picked) === JSON.stringify(offeredFor)) return;
      offeredFor = picked;
      eventList?.offer(picked && devicePresses.listReportedEvents(picked));
      lightingBridge.refreshRowChoices(getRuleList());
    };
    const listChoices = (): string =>
      ['target', 'split'].map((name) => lightingBridge.getSettingValue(this, name)).join(' ');
    let filledFor: string | undefined;
    /**
     * Fills in the buttons and events of the picked device once another one, or another way to sort its presses, is
     * chosen, unless the user has entered others.
     */
    const fillDevice = (): void => {
      offerDevicePresses();
      const choices = listChoices();
      const isSame = filledFor === undefined || choices === filledFor;
      filledFor = choices;
      if (isSame) return;
      if (!hasCustomButtons && offeredFor !== undefined)
        buttons.val(offeredFor.map(({ button }) => button).join(', '));
      eventList?.store();
    };

    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) => resource.buttons !== undefined,
        resolve: lightingBridge.resolveButtonTarget,
        placeholder: text('target.all'),
        types: lightingBridge.watchTargetInputTypes,
      },
      prepareWidgets: () => {
        eventList = lightingBridge.prepareCheckboxList({
          field: lightingBridge.getSettingField(this, 'events'),
          container: $('#bridge-button-events'),
          allLabel: text('event.all'),
          choiceLabels: getEventLabels(),
          namesOffered: () => lightingBridge.getSettingValue(this, 'split') === 'event',
        });
        lightingBridge.prepareSelectRowList({
          list: getRuleList(),
          rows: saved.rules,
          columns: [
            {
              name: 'button',
              label: text('rule.button'),
              choiceLabels: new Map([
                ['', text('button.any')],
                ...Object.entries(getButtonLabels()),
              ]),
              isOffered: (button) => devicePresses.isButtonOffered(offeredFor, button),
            },
            {
              name: 'event',
              label: text('rule.event'),
              choiceLabels: new Map([['', text('event.any')], ...Object.entries(getEventLabels())]),
              isOffered: (event, { button = '' }) =>
                devicePresses.isEventOffered(offeredFor, event, button),
            },
          ],
          addLabel: text('rule.add'),
          formatRowName: (index) => text('rule.output', { output: index + 1 }),
          onChange: updateOutputs,
        });
      },
    });
    buttons.on('input', () => {
      hasCustomButtons = true;
    });
    const split = lightingBridge.getSettingField(this, 'split');
    split.on('change', () => {
      if (split.val() === 'rules' && readRules().length === 0) {
        lightingBridge.addSelectRow(getRuleList());
      }
    });
    $('#dialog-form').on('change', () => {
      fillDevice();
      updateOutputs();
    });
    updateOutputs();
    offerDevicePresses();
    filledFor = listChoices();
  },
  oneditsave() {
    this.rules = readRules();
  },
});
