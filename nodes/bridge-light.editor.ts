import { maxFadeDuration } from 'lighting-bridge:table';

const { commandChecks } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-light');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-light');

RED.nodes.registerType('bridge-light', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-light.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    target: settings.target({ several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTarget(),
    command: settings.command(commandChecks.checkLightDialogCommand),
    commandType: { value: 'msg' },
    transition: settings.duration('transition', {
      most: maxFadeDuration,
      optional: true,
      typeSetting: 'transitionType',
    }),
    transitionType: { value: 'str' },
    onlyIf: { value: 'always' },
    output: { value: 'message' },
    format: { value: 'plain' },
    numbers: { value: 'percent' },
    colorSpace: { value: 'lamp' },
    colorNames: { value: true },
    minBrightness: settings.number('minBrightness', { least: 0, most: 100, optional: true }),
    maxBrightness: settings.number('maxBrightness', { least: 0, most: 100, optional: true }),
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
      target: { ...lightingBridge.targetRules['bridge-light'], several: true },
    });
    lightingBridge.prepareLightCommandBuilder(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
  },
});
