import {
  defaultButtons,
  defaultEvent,
  splitCommaList,
  listButtonOutputPorts,
} from '../../vocabulary/button';
import { storeOutputPortMap } from '../fields/output-ports';
import { getDialogForm, getSettingField, getSettingValue } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { CheckboxList } from '../inputs/checkbox-list';
import { showOfferedOptions } from '../fields/controls';
import { addDefaultRow, getRows, prepareRowList, refreshRowChoices } from '../inputs/row-list';
import { createTranslator } from '../labels/translate';
import { targetRules, watchedTargetInputTypes } from '../picker/target-input';
import { findPickedResource, readPickedIds } from '../picker/picked-ids';
import type { ButtonListItem } from '../routes/admin-route-client';
import {
  addDoublePress,
  isButtonOffered,
  isButtonEventOffered,
  listEventsOfPickedButtons,
} from './device-presses';
import { buttonEventNames } from '../../resources/button-events';

type ButtonNode = EditorNode & Omit<ButtonOutputSettings, 'events'> & { events?: string };

const text = createTranslator('bridge-button');

const getRuleList = (): JQuery => $('#bridge-button-rules');

export const readButtonRules = (): OutputRule[] =>
  getRows(getRuleList()).map(({ row }) => ({
    button: row['button'] ?? '',
    event: row['event'] ?? '',
  }));

/** Offers what the picked device can report. */
export function prepareButtonDialog(node: ButtonNode): void {
  // Older and handwritten flows may lack rules.
  const rules = node.rules ?? [];
  const storeOutputs = createOutputStore(node, rules);
  prepareForm(node, {
    target: {
      ...targetRules['bridge-button'],
      placeholder: text('target.all'),
      types: watchedTargetInputTypes,
      several: true,
      offersAll: true,
    },
    prepareWidgets: () => {
      // Older flows without the setting send every kind of press.
      if (node.events === undefined) getSettingField(node, 'events').val('');
      const eventList = prepareEventList(node);
      prepareRuleList(node, rules, storeOutputs);
      const offerKinds = prepareKindSelect(node, eventList);
      followPickedDevice(node, eventList, offerKinds);
    },
  });
  const split = getSettingField(node, 'split');
  split.on('change', () => {
    if (split.val() === 'rules' && readButtonRules().length === 0) addDefaultRow(getRuleList());
  });
  getDialogForm(node).on('change', storeOutputs);
  storeOutputs();
}

function createOutputStore(node: ButtonNode, rules: readonly OutputRule[]): () => void {
  const initialNames = getButtonOutputNames(
    { split: node.split, events: node.events ?? '', buttons: node.buttons, rules },
    rules.map((_, index) => index),
  );
  return () => {
    const current: ButtonOutputSettings = {
      split: getSettingValue(node, 'split'),
      events: getSettingValue(node, 'events'),
      buttons: getSettingValue(node, 'buttons'),
      rules: readButtonRules(),
    };
    const initialIndexes = getRows(getRuleList()).map(({ initialIndex }) => initialIndex);
    storeOutputPortMap(node, initialNames, getButtonOutputNames(current, initialIndexes));
  };
}

const prepareEventList = (node: ButtonNode): CheckboxList =>
  new CheckboxList({
    field: getSettingField(node, 'events'),
    container: $('#bridge-button-events'),
    allLabel: text('event.all'),
    choiceLabels: getEventLabels(),
    namesOffered: () => getSettingValue(node, 'split') === 'event',
  });

/**
 * Shows the check boxes for other choices than the usual two, and for one output for each kind.
 *
 * @returns a function that takes the events of the picked device; undefined for any
 */
function prepareKindSelect(
  node: ButtonNode,
  eventList: CheckboxList,
): (events: readonly string[] | undefined) => void {
  const select = getSettingField(node, 'kinds');
  const events = getSettingValue(node, 'events');
  select.val(events === '' ? 'all' : events === defaultEvent ? 'short' : 'chosen');
  const take = (kinds: 'all' | 'short'): void => {
    select.val(kinds);
    eventList.check(kinds === 'all' ? undefined : [defaultEvent]);
  };
  select.on('change', () => {
    const kinds = select.val();
    if (kinds === 'all' || kinds === 'short') take(kinds);
  });
  const split = getSettingField(node, 'split');
  // Nobody wants a single output for one kind of press.
  split.on('change', () => {
    if (split.val() === 'event' && select.val() === 'short') take('all');
  });
  return (offered) => {
    const hasShortPress = offered === undefined || offered.includes(defaultEvent);
    if (!hasShortPress && select.val() === 'short') take('all');
    showOfferedOptions(select, (kinds) => kinds !== 'short' || hasShortPress);
  };
}

const prepareRuleList = (
  node: ButtonNode,
  rules: readonly OutputRule[],
  onChange: () => void,
): void =>
  prepareRowList({
    list: getRuleList(),
    rows: rules,
    columns: [
      {
        name: 'button',
        label: text('rule.button'),
        choices: [['', text('button.any')], ...Object.entries(getRuleButtonLabels())],
        isOffered: (button) => isButtonOffered(findPickedButtons(node), button),
      },
      {
        name: 'event',
        label: text('rule.event'),
        choices: [['', text('event.any')], ...Object.entries(getEventLabels())],
        isOffered: (event, { button = '' }) =>
          isButtonEventOffered(findPickedButtons(node), event, button),
      },
    ],
    addLabel: text('rule.add'),
    formatRowName: (index) => text('rule.output', { output: index + 1 }),
    onChange,
  });

/** Returns undefined if no device is picked or the buttons of one are unknown. */
function findPickedButtons(node: ButtonNode): readonly ButtonListItem[] | undefined {
  if (getSettingValue(node, 'targetType') !== 'resource') return undefined;
  const picked = readPickedIds(node, getSettingValue(node, 'target'));
  const buttons: ButtonListItem[] = [];
  for (const one of picked) {
    const found = findPickedResource(one)?.buttons;
    if (found === undefined) return undefined;
    buttons.push(...found);
  }
  if (picked.length === 0) return undefined;
  return getSettingValue(node, 'doubleWithin').trim() === '' ? buttons : addDoublePress(buttons);
}

/** Fills in the presses of another picked device, or for another sorting, unless the user has entered other buttons. */
function followPickedDevice(
  node: ButtonNode,
  eventList: CheckboxList,
  offerKinds: (events: readonly string[] | undefined) => void,
): void {
  const buttons = getSettingField(node, 'buttons');
  const initialButtons = splitCommaList(node.buttons).join();
  let hasCustomButtons = !['', splitCommaList(defaultButtons).join()].includes(initialButtons);
  buttons.on('input', () => {
    hasCustomButtons = true;
  });
  let offered: readonly ButtonListItem[] | undefined;
  const offerPresses = (): void => {
    const picked = findPickedButtons(node);
    if (JSON.stringify(picked) === JSON.stringify(offered)) return;
    offered = picked;
    const events = picked && listEventsOfPickedButtons(picked);
    eventList.offer(events);
    offerKinds(events);
    refreshRowChoices(getRuleList());
  };
  const listChoices = (): string =>
    ['target', 'split'].map((name) => getSettingValue(node, name)).join(' ');
  offerPresses();
  let filledFor = listChoices();
  getDialogForm(node).on('change', () => {
    offerPresses();
    const choices = listChoices();
    if (choices === filledFor) return;
    filledFor = choices;
    if (!hasCustomButtons && offered !== undefined)
      buttons.val([...new Set(offered.map(({ button }) => button))].join(', '));
    eventList.store();
  });
}

/** An empty text matches any. */
type OutputRule = { button: string; event: string };

interface ButtonOutputSettings {
  split: string;
  events: string;
  buttons: string;
  rules: readonly OutputRule[];
}

const numberedButtonCount = 8;

const getEventLabels = (): Record<string, string> =>
  Object.fromEntries(buttonEventNames.map((event) => [event, text(`event.${event}`)]));

const getRuleButtonLabels = (): Record<string, string> => ({
  ...Object.fromEntries(
    Array.from({ length: numberedButtonCount }, (_, index) => String(index + 1)).map((button) => [
      button,
      text('button.numbered', { button }),
    ]),
  ),
  dial: text('button.dial'),
  bell: text('button.bell'),
});

/** `index` starts at 0. */
export function getButtonPortLabel(settings: ButtonOutputSettings, index: number): string {
  const { button = '', event = '' } = listButtonOutputPorts(settings)[index] ?? {};
  const parts = [
    button === '' ? '' : (getRuleButtonLabels()[button] ?? button),
    event === '' ? '' : (getEventLabels()[event] ?? event),
  ].filter((part) => part !== '');
  return parts.length === 0 ? text('port.output') : parts.join(', ');
}

/**
 * A rule keeps its name when it is changed or moved.
 *
 * @param initialIndexes when the dialog was opened; undefined for a new rule
 */
const getButtonOutputNames = (
  settings: ButtonOutputSettings,
  initialIndexes: readonly (number | undefined)[],
): string[] =>
  listButtonOutputPorts(settings).map(({ button, event }, index) =>
    settings.split === 'rules' && initialIndexes.length > 0
      ? `rule ${initialIndexes[index] ?? `new ${index}`}`
      : `${button}/${event}`,
  );
