import { usualIntervals } from 'lighting-bridge:table';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-button');
const { paletteLabel, label, labelStyle } = lightingBridge.labels(text);

const noRules: { button: string; event: string }[] = [];

RED.nodes.registerType('bridge-button', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-button.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    target: settings.targetSetting(text, { several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTargetSetting(text),
    split: { value: 'none' },
    events: {
      value: lightingBridge.defaultEvent,
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
    format: { value: 'plain' },
    interval: settings.intervalSetting(text, usualIntervals.button),
    outputs: { value: 1 },
  },
  inputs: 0,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  outputLabels(index) {
    return lightingBridge.getButtonPortLabel(this, index);
  },
  oneditprepare() {
    lightingBridge.prepareButtonDialog(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
    this.rules = lightingBridge.readButtonRules();
  },
});
