import { types, usualIntervals } from 'lighting-bridge:table';
import type { ComparedValueType } from '../src/editor';
import { isGroupType } from '../src/resources/group-types';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-poll');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text, ({ rtype }) =>
  rtype === '' ? '' : lightingBridge.getResourceTypeLabel(rtype),
);

const listOutputs = (split: unknown): string[] =>
  lightingBridge.listYesNoOutputs(split, text('port.output'));

/** Ways to combine several values that give a number. */
const numericCombinations: ReadonlySet<string> = new Set(['mean', 'lowest', 'highest']);

/** What decides yes or no: a property may hold anything. */
function describeDecidedValue(node: EditorNode): ComparedValueType {
  const [rtype = '', output = '', combine = ''] = ['rtype', 'output', 'combine'].map((setting) =>
    lightingBridge.getSettingValue(node, setting),
  );
  if (!['value', 'resource'].includes(output)) return { kind: 'any' };
  const unit = types.find((type) => type.rtype === rtype)?.unit;
  const value = lightingBridge.describeTypeValue(rtype, unit);
  return numericCombinations.has(combine) && value.kind !== 'number' ? { kind: 'number' } : value;
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
    yesValue: settings.yesNoConditionSetting(),
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
    const read = (setting: string): string => lightingBridge.getSettingValue(this, setting);
    const getField = (setting: string): JQuery => lightingBridge.getSettingField(this, setting);
    const resolve = lightingBridge.createChosenTypeResolver(this, { takesUnlisted: true });
    /** Fills in what is watched, so that only what applies to it is shown. */
    const describeWatched = (): void => {
      const rtype = read('rtype');
      const isLamp = rtype === 'light' || rtype === 'grouped_light';
      const unit = types.find((type) => type.rtype === rtype)?.unit;
      const hasNumbers = isLamp || lightingBridge.describeTypeValue(rtype, unit).kind !== 'yesNo';
      const isOne = lightingBridge.findTargetResource(this, resolve) !== undefined;
      getField('hasNumbers').val(hasNumbers ? 'yes' : 'no');
      getField('watches').val(isOne && read('room') === '' ? 'one' : 'several');
      lightingBridge.showOfferedOptions(
        getField('combine'),
        (combine) => hasNumbers || !numericCombinations.has(combine),
      );
      getField('properties').attr(
        'placeholder',
        text(isLamp ? 'hint.properties' : 'hint.anyProperties'),
      );
      $('#bridge-poll-output')
        .next('.red-ui-typedInput-container')
        .find('.red-ui-typedInput-input')
        .attr('placeholder', text(isLamp ? 'hint.output' : 'hint.anyProperty'));
    };
    lightingBridge.prepareResourceTypeSelect(this, text('rtype.choose'), {
      takesUnlisted: true,
      isOffered: ({ operations }) => operations.includes('list'),
    });
    $('#dialog-form').on('change', describeWatched);
    lightingBridge.prepareForm(this, {
      target: {
        accepts: lightingBridge.createResourceTypeFilter(this),
        resolve,
        several: true,
        choosesType: true,
        placeholder: () => text(read('emit') === 'request' ? 'target.allOrNamed' : 'target.all'),
        types: lightingBridge.watchTargetInputTypes,
      },
      prepareWidgets: () => {
        lightingBridge.prepareYesNoInputs(this, {
          listOutputs: () => listOutputs(read('split')),
          describeValue: () => describeDecidedValue(this),
        });
        lightingBridge.prepareChoiceOrTextInput({
          field: getField('output'),
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
            valueField: getField('room'),
          },
        );
        describeWatched();
      },
    });
  },
});
