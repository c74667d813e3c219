import { maxFadeDuration } from 'lighting-bridge:table';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-light');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-light', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-light.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    target: settings.targetSetting(text, { several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTargetSetting(text),
    command: settings.commandSetting(text, commandChecks.checkLightDialogCommand),
    commandType: { value: 'msg' },
    transition: {
      value: '',
      label: text('label.transition'),
      validate: validators.durationValidator({
        least: 0,
        most: maxFadeDuration,
        optional: true,
        typeSetting: 'transitionType',
      }),
    },
    transitionType: { value: 'str' },
    onlyIf: { value: 'always' },
    output: { value: 'message' },
    format: { value: 'plain' },
    colorSpace: { value: 'lamp' },
    minBrightness: {
      value: '',
      label: text('label.minBrightness'),
      validate: validators.numberValidator({ least: 0, most: 100, optional: true }),
    },
    maxBrightness: {
      value: '',
      label: text('label.maxBrightness'),
      validate: validators.numberValidator({ least: 0, most: 100, optional: true }),
    },
    changes: { value: '' },
    foreignChanges: { value: false },
    unreachableIsOff: { value: false },
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
    lightingBridge.prepareForm(this, {
      target: lightingBridge.lightTargetTypes,
      typedInputs: {
        command: lightingBridge.commandInputTypes,
      },
      durationInputs: ['transition'],
    });
    lightingBridge.prepareLightCommandBuilder(this, $('#bridge-light-builder'));
    lightingBridge.prepareSecondOutputField(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
  },
});
