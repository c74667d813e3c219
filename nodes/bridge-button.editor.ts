import { usualIntervals } from 'lighting-bridge:table';

const { validators } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-button');
const { paletteLabel, label, labelStyle } = lightingBridge.labels('bridge-button');

const noRules: { button: string; event: string }[] = [];

RED.nodes.registerType('bridge-button', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-button.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    target: settings.target({ several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTarget(),
    split: { value: 'none' },
    events: settings.checked(
      'events',
      validators.createNonEmptySelectionValidator('split=none event button'),
      lightingBridge.defaultEvent,
    ),
    buttons: settings.checked(
      'buttons',
      validators.createButtonListValidator('split=button'),
      lightingBridge.defaultButtons,
    ),
    rules: { value: noRules },
    doubleWithin: settings.duration('doubleWithin', { most: 5_000, optional: true }),
    output: { value: 'press' },
    format: { value: 'plain' },
    interval: settings.interval(usualIntervals.button),
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
