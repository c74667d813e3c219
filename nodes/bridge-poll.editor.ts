import { usualIntervals } from 'lighting-bridge:table';

const { validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-poll');
const settings = lightingBridge.createSettings('bridge-poll');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels('bridge-poll');

RED.nodes.registerType('bridge-poll', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-poll.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    rtype: {
      value: '',
      validate: validators.createResourceTypeValidator('list'),
    },
    target: settings.target({ several: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTarget(),
    interval: settings.interval(usualIntervals.poll),
    emit: { value: 'change' },
    output: settings.output('value'),
    format: { value: 'plain' },
    colorSpace: { value: 'lamp' },
    colorNames: { value: true },
    properties: settings.checked(
      'properties',
      validators.createPropertyPathsValidator('emit=change message;combine=each message'),
    ),
    smallestChange: settings.number('smallestChange', {
      least: 0,
      optional: true,
      when: 'emit=change message;combine=each count mean lowest highest message',
    }),
    room: { value: '' },
    origin: { value: 'any' },
    emitAtStart: { value: false },
    onlyReadings: { value: false },
    connectionMessages: { value: false },
    unreachableIsOff: { value: false },
    combine: { value: 'each' },
    split: { value: 'none' },
    yesWhen: { value: 'true' },
    yesValue: settings.yesValue(),
    hysteresis: settings.hysteresis(),
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
