import { types, usualIntervals } from 'lighting-bridge:table';
import type { DecidedValue } from '../src/editor';
import { isGroupType } from '../src/resources/group-types';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-poll');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text, ({ rtype }) =>
  rtype === '' ? '' : lightingBridge.getResourceTypeLabel(rtype),
);

const listOutputs = (split: unknown): string[] =>
  lightingBridge.listYesNoOutputs(split, text('port.output'));

/** What decides yes or no: a property may hold anything. */
function describeDecidedValue(node: EditorNode): DecidedValue {
  const [rtype = '', output = '', combine = ''] = ['rtype', 'output', 'combine'].map((setting) =>
    lightingBridge.getSettingValue(node, setting),
  );
  if (!['value', 'resource'].includes(output)) return { kind: 'any' };
  const unit = types.find((type) => type.rtype === rtype)?.unit;
  const value = lightingBridge.describeTypeValue(rtype, unit);
  const isMadeNumber = ['mean', 'lowest', 'highest'].includes(combine);
  return isMadeNumber && value.kind !== 'number' ? { kind: 'number' } : value;
}

RED.nodes.registerType('bridge-poll', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-poll.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    rtype: {
      value: '',
      validate: validators.resourceTypeValidator({ operation: 'list', optional: false }),
    },
    target: settings.targetSetting(text, { several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    interval: settings.intervalSetting(text, usualIntervals.poll),
    emit: { value: 'change' },
    output: settings.outputSetting(text, 'value'),
    format: { value: 'plain' },
    properties: {
      value: '',
      label: text('label.properties'),
      validate: validators.propertyPathsValidator({
        when: 'emit=change message;combine=each message',
      }),
    },
    smallestChange: {
      value: '',
      label: text('label.smallestChange'),
      validate: validators.numberValidator({
        least: 0,
        optional: true,
        when: 'emit=change message;combine=each count mean lowest highest message',
      }),
    },
    room: { value: '' },
    origin: { value: 'any' },
    emitAtStart: { value: false },
    connectionMessages: { value: false },
    unreachableIsOff: { value: false },
    combine: { value: 'each' },
    split: { value: 'none' },
    yesWhen: { value: 'true' },
    yesValue: settings.yesValueSetting(),
    hysteresis: settings.hysteresisSetting(),
    outputs: { value: 1 },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels(index) {
    return listOutputs(this.split)[index] ?? text('port.output');
  },
  oneditprepare() {
    lightingBridge.prepareResourceTypeSelect(this, text('rtype.choose'), {
      takesUnlisted: true,
      isOffered: ({ operations }) => operations.includes('list'),
    });
    lightingBridge.prepareForm(this, {
      target: {
        accepts: lightingBridge.createResourceTypeFilter(this),
        resolve: lightingBridge.createChosenTypeResolver(this, { takesUnlisted: true }),
        several: true,
        placeholder: text('target.all'),
        types: lightingBridge.watchTargetInputTypes,
      },
      prepareWidgets: () => {
        lightingBridge.prepareYesNoInputs(this, {
          listOutputs: () => listOutputs(lightingBridge.getSettingValue(this, 'split')),
          describeValue: () => describeDecidedValue(this),
        });
        lightingBridge.prepareChoiceOrTextInput({
          field: lightingBridge.getSettingField(this, 'output'),
          inputElement: $('#bridge-poll-output'),
          choiceLabels: { value: text('output.value'), resource: text('output.resource') },
          otherLabel: text('output.path'),
        });
        lightingBridge.prepareResourceOrTextInput(
          this,
          {
            accepts: (resource) => isGroupType(resource.rtype),
            resolve: lightingBridge.resolveGroupTarget,
            settingName: 'room',
            placeholder: text('target.anyRoom'),
          },
          {
            inputElement: $('#bridge-poll-room'),
            valueField: lightingBridge.getSettingField(this, 'room'),
          },
        );
      },
    });
  },
});
