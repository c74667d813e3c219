import { sensorTypes, types } from 'lighting-bridge:table';
import { prepareForm } from '../form/prepare-form';
import { getComparedValueType, chooseThresholdForType } from '../inputs/compared-value-type';
import type { ComparedValueType } from '../inputs/compared-value-type';
import { showOfferedOptions, createOptions } from '../fields/controls';
import {
  createChosenTypeResolver,
  createChosenTypeFilter,
  prepareResourceTypeSelect,
} from '../inputs/resource-type-select';
import {
  listYesNoOutputs,
  prepareComparisonInput,
  prepareYesNoInputs,
} from '../inputs/yes-no-inputs';
import { findDialogTargetResource } from '../picker/entered-target';
import { getCachedResourceList } from '../picker/resource-list';
import type { ResourceListItem } from '../routes/admin-route-client';
import type { Choice } from '../fields/controls';
import {
  getDialogForm,
  getSettingField,
  getSettingValue,
  isSettingConditionMet,
  takesBridgeFromMessage,
  toText,
} from '../fields/setting-fields';
import { createTranslator, getResourceTypeLabel, translateShared } from '../labels/translate';
import {
  getReadingValueType,
  listNumericReadings,
  listReadingsForCondition,
  sendsReadingsUnasked,
} from './sensor-choice';

type SensorNode = EditorNode & {
  rtype: string;
  whileReading?: unknown;
  split: string;
  outputs: number;
};

const text = createTranslator('bridge-sensor');

/** Condition of the box for an output of answers; without it, the output sends nothing else. */
const answerCondition = 'isSwitchable=yes;action=message enable disable toggle keep';

const offeredTypes = {
  takesUnlisted: false,
  isOffered: ({ rtype, reading }: { rtype: string; reading?: string }) =>
    reading !== undefined || sensorTypes.includes(rtype),
};

/** Lists readings first, then answers to commands. */
export const listSensorOutputs = (split: unknown, hasAnswers: boolean): string[] => [
  ...listYesNoOutputs(split, text('port.output')),
  ...(hasAnswers ? [text('port.answer')] : []),
];

/** Shows only what the sensor can do. */
export function prepareSensorDialog(node: SensorNode): void {
  const read = (setting: string): string => getSettingValue(node, setting);
  const isOfChosenType = createChosenTypeFilter(node);
  const resolve = createChosenTypeResolver(node, {
    ...offeredTypes,
    isPreferred: ({ rtype, reading }) => reading !== undefined && sensorTypes.includes(rtype),
  });
  const answers = getSettingField(node, 'answers');
  answers.prop('checked', node.outputs > listSensorOutputs(node.split, false).length);
  prepareResourceTypeSelect(node, text('rtype.any'), offeredTypes);
  fillReadingOptions(node);
  const describeSensor = (): ComparedValueType =>
    fillSensorFields(node, findDialogTargetResource(node, resolve));
  describeSensor();
  getDialogForm(node).on('change', describeSensor);
  prepareForm(node, {
    target: {
      accepts: (resource) =>
        types.some((type) => type.rtype === resource.rtype && offeredTypes.isOffered(type)) &&
        isOfChosenType(resource),
      offersZonesOnce: true,
      resolve,
      choosesType: true,
      placeholder: () =>
        read('rtype') === '' || read('emit') === 'request' || takesBridgeFromMessage(node)
          ? translateShared('target.fromMessage')
          : text('target.all'),
    },
    prepareWidgets: () => {
      prepareCondition(node);
      prepareAnswerOutput(node);
      prepareYesNoInputs(node, {
        listOutputs: () => listSensorOutputs(read('split'), answers.prop('checked') === true),
        describeValue: describeSensor,
      });
    },
  });
}

function fillSensorFields(
  node: SensorNode,
  sensor: ResourceListItem | undefined,
): ComparedValueType {
  const fill = (setting: string, isSo: boolean): void =>
    void getSettingField(node, setting).val(isSo ? 'yes' : 'no');
  const [chosen = '', target = '', targetType = ''] = ['rtype', 'target', 'targetType'].map(
    (setting) => getSettingValue(node, setting),
  );
  const rtype = chosen === '' ? (sensor?.rtype ?? '') : chosen;
  const type = types.find((one) => one.rtype === rtype);
  const value = getComparedValueType(rtype, type?.unit);
  const bridgeFromMessage = takesBridgeFromMessage(node);
  fill('sends', sendsReadingsUnasked({ rtype: chosen, target, targetType, bridgeFromMessage }));
  fill('isNumber', value.kind === 'number');
  fill('isSwitchable', rtype === '' || sensorTypes.includes(rtype));
  fill('isSensitive', type === undefined || type.isSensitive);
  const word = value.kind === 'yesNo' && value.word !== 'tampered' ? value.word : 'any';
  getSettingField(node, 'endAfter').attr('placeholder', text(`hint.endAfter.${word}`));
  offerConditions(node, sensor);
  return value;
}

function fillReadingOptions(node: SensorNode): void {
  const choices = listNumericReadings(types).map(({ reading, rtype, unit }): Choice => [
    reading,
    `${getResourceTypeLabel(rtype)} (${unit})`,
  ]);
  getSettingField(node, 'whileReading')
    .append(createOptions(choices))
    .val(toText(node.whileReading) || 'always');
}

function offerConditions(node: SensorNode, sensor: ResourceListItem | undefined): void {
  const resources = getCachedResourceList(getSettingValue(node, 'bridge')) ?? [];
  const readings = listReadingsForCondition(sensor, resources, types);
  showOfferedOptions(
    getSettingField(node, 'whileReading'),
    (reading) => reading === 'always' || readings?.includes(reading) !== false,
  );
}

function prepareCondition(node: SensorNode): void {
  const threshold = getSettingField(node, 'whileValue');
  const describe = (): ComparedValueType =>
    getReadingValueType(getSettingValue(node, 'whileReading'), types);
  prepareComparisonInput(threshold, getSettingField(node, 'whileComparison'), ['below', 'above']);
  let described = describe();
  getSettingField(node, 'whileReading').on('change', () => {
    const before = described;
    described = describe();
    if (JSON.stringify(described) === JSON.stringify(before)) return;
    threshold.typedInput(
      'value',
      chooseThresholdForType(toText(threshold.val()), before, described),
    );
  });
}

function prepareAnswerOutput(node: SensorNode): void {
  const canAnswer = (): boolean => isSettingConditionMet(node, answerCondition);
  let couldAnswer = canAnswer();
  getDialogForm(node).on('change', () => {
    const isLast = couldAnswer && !canAnswer();
    couldAnswer = canAnswer();
    if (isLast) getSettingField(node, 'answers').prop('checked', false);
  });
}
