import { types } from 'lighting-bridge:table';
import { getDialogForm, getSettingField, getSettingValue } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { prepareChoiceOrTextInput } from '../inputs/choice-or-text-input';
import { getComparedValueType } from '../inputs/compared-value-type';
import type { ComparedValueType } from '../inputs/compared-value-type';
import { showOfferedOptions } from '../fields/controls';
import {
  createChosenTypeResolver,
  createChosenTypeFilter,
  prepareResourceTypeSelect,
} from '../inputs/resource-type-select';
import { listYesNoOutputs, prepareYesNoInputs } from '../inputs/yes-no-inputs';
import { createTranslator, translateShared } from '../labels/translate';
import { findDialogTargetResource } from '../picker/entered-target';
import {
  prepareResourceOrTextInput,
  targetRules,
  watchedTargetInputTypes,
} from '../picker/target-input';

type PollNode = EditorNode & { rtype: string };

const text = createTranslator('bridge-poll');

export const listPollOutputs = (split: unknown): string[] =>
  listYesNoOutputs(split, text('port.output'));

/** Shows only rows for the watched resources. */
export function preparePollDialog(node: PollNode): void {
  const read = (setting: string): string => getSettingValue(node, setting);
  const resolve = createChosenTypeResolver(node, { takesUnlisted: true });
  let offerOutputs: ReturnType<typeof prepareOutputInput> | undefined;
  const describeWatched = (): void => {
    fillPollFields(node, findDialogTargetResource(node, resolve) !== undefined);
    // Several resources together have no whole resource.
    offerOutputs?.((output) => output !== 'resource' || read('combine') === 'each');
  };
  prepareResourceTypeSelect(node, text('rtype.choose'), {
    takesUnlisted: true,
    isOffered: ({ operations }) => operations.includes('list'),
  });
  getDialogForm(node).on('change', describeWatched);
  prepareForm(node, {
    target: {
      accepts: createChosenTypeFilter(node),
      offersZonesOnce: true,
      resolve,
      several: true,
      offersAll: true,
      choosesType: true,
      placeholder: () => text(read('emit') === 'request' ? 'target.allOrNamed' : 'target.all'),
      types: watchedTargetInputTypes,
    },
    prepareWidgets: () => {
      prepareYesNoInputs(node, {
        listOutputs: () => listPollOutputs(read('split')),
        describeValue: () => describeDecidedValue(node),
      });
      offerOutputs = prepareOutputInput(node);
      prepareRoomInput(node);
      describeWatched();
    },
  });
}

const numericCombinations: ReadonlySet<string> = new Set(['mean', 'lowest', 'highest']);

const describeValueOfType = (rtype: string): ComparedValueType =>
  getComparedValueType(rtype, types.find((type) => type.rtype === rtype)?.unit);

/** A property may hold any value. */
function describeDecidedValue(node: PollNode): ComparedValueType {
  if (!['value', 'resource'].includes(getSettingValue(node, 'output'))) return { kind: 'any' };
  const value = describeValueOfType(getSettingValue(node, 'rtype'));
  const isNumeric = numericCombinations.has(getSettingValue(node, 'combine'));
  return isNumeric && value.kind !== 'number' ? { kind: 'number' } : value;
}

function fillPollFields(node: PollNode, isTargetOne: boolean): void {
  const rtype = getSettingValue(node, 'rtype');
  const isLamp = rtype === 'light' || rtype === 'grouped_light';
  const hasNumbers = isLamp || describeValueOfType(rtype).kind !== 'yesNo';
  const watchesOne = isTargetOne && getSettingValue(node, 'room') === '';
  getSettingField(node, 'hasNumbers').val(hasNumbers ? 'yes' : 'no');
  getSettingField(node, 'watches').val(watchesOne ? 'one' : 'several');
  showOfferedOptions(
    getSettingField(node, 'combine'),
    (combine) => hasNumbers || !numericCombinations.has(combine),
  );
  const propertiesHint = text(isLamp ? 'hint.properties' : 'hint.anyProperties');
  getSettingField(node, 'properties').attr('placeholder', propertiesHint);
  getOutputInput()
    .next('.red-ui-typedInput-container')
    .find('.red-ui-typedInput-input')
    .attr('placeholder', text(isLamp ? 'hint.output' : 'hint.anyProperty'));
}

const getOutputInput = (): JQuery => $('#bridge-poll-output');

const prepareOutputInput = (node: PollNode): ReturnType<typeof prepareChoiceOrTextInput> =>
  prepareChoiceOrTextInput({
    field: getSettingField(node, 'output'),
    inputElement: getOutputInput(),
    choiceLabels: {
      value: translateShared('payload.value'),
      resource: translateShared('payload.resource'),
    },
  });

const prepareRoomInput = (node: PollNode): void =>
  prepareResourceOrTextInput(
    node,
    {
      ...targetRules['bridge-room'],
      settingName: 'room',
      placeholder: text('target.anyRoom'),
    },
    { inputElement: $('#bridge-poll-room'), valueField: getSettingField(node, 'room') },
  );
