import { maxTransition } from 'lighting-bridge:table';
import { isSceneGroupType } from '../src/resources/values/group-types';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-scene');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);
const recallCondition = 'operation=recall next previous random toggle message';

RED.nodes.registerType('bridge-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    operation: { value: 'recall' },
    target: settings.targetSetting(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    scene: {
      value: '',
      label: text('label.scene'),
      validate: validators.typedInputValidator('sceneType', {
        when: 'operation=recall store rename delete',
      }),
    },
    sceneType: { value: 'str' },
    scenes: {
      value: '',
      label: text('label.scenes'),
      validate: validators.typedInputValidator('scenesType', {
        when: 'operation=next previous random toggle',
      }),
    },
    scenesType: { value: 'str' },
    newName: {
      value: '',
      label: text('label.newName'),
      validate: validators.typedInputValidator('newNameType', { when: 'operation=rename' }),
    },
    newNameType: { value: 'str' },
    command: settings.commandSetting(text, commandChecks.checkSceneDialogCommand, {
      when: 'operation=message',
    }),
    commandType: { value: 'msg' },
    format: { value: 'plain' },
    brightness: {
      value: '',
      label: text('label.brightness'),
      validate: validators.numberValidator({
        least: 1,
        most: 100,
        optional: true,
        typeSetting: 'brightnessType',
        when: recallCondition,
      }),
    },
    brightnessType: { value: 'num' },
    transition: {
      value: '',
      label: text('label.transition'),
      validate: validators.durationValidator({
        least: 0,
        most: maxTransition,
        optional: true,
        typeSetting: 'transitionType',
        when: recallCondition,
      }),
    },
    transitionType: { value: 'str' },
    dynamic: { value: '' },
    speed: {
      value: '',
      label: text('label.speed'),
      validate: validators.numberValidator({
        least: 0,
        most: 1,
        optional: true,
        typeSetting: 'speedType',
        when: recallCondition,
      }),
    },
    speedType: { value: 'num' },
    everywhere: { value: false },
    changes: { value: false },
    outputs: { value: 1 },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    const names = ['str', ...lightingBridge.dynamicInputTypes];
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) => rtype === 'scene' || isSceneGroupType(rtype),
        resolve: lightingBridge.resolveSceneTarget,
      },
      typedInputs: {
        scene: names,
        scenes: names,
        newName: names,
        command: lightingBridge.commandInputTypes,
        brightness: lightingBridge.numberInputTypes,
        speed: lightingBridge.numberInputTypes,
      },
      durationInputs: ['transition'],
    });
    lightingBridge.prepareSecondOutputField(this);
    lightingBridge.prepareUnknownScenesHint(this);
  },
});
