import { usualIntervals } from 'lighting-bridge:table';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-poll');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text, ({ rtype }) =>
  rtype === '' ? '' : lightingBridge.getResourceTypeLabel(rtype),
);

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
    targetBridges: settings.bridgePerTargetSetting(text),
    interval: settings.intervalSetting(text, usualIntervals.poll),
    emit: { value: 'change' },
    output: settings.outputSetting(text, 'value'),
    format: { value: 'plain' },
    colorSpace: { value: 'lamp' },
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
    return lightingBridge.listPollOutputs(this.split)[index] ?? text('port.output');
  },
  oneditprepare() {
    lightingBridge.preparePollDialog(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
  },
});
