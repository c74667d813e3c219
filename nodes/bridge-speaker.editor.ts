import { maxSignalDuration } from 'lighting-bridge:table';

const { commandChecks } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-speaker');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-speaker');
const soundCondition = 'operation=chime alarm alert';

RED.nodes.registerType('bridge-speaker', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-speaker.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    target: settings.target(),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    operation: { value: '' },
    command: settings.command(commandChecks.checkSpeakerDialogCommand, 'operation=message'),
    commandType: { value: 'msg' },
    sound: settings.typed('sound', { when: soundCondition }),
    soundType: { value: 'str' },
    volume: settings.number('volume', {
      least: 0,
      most: 100,
      optional: true,
      typeSetting: 'volumeType',
      when: soundCondition,
    }),
    volumeType: { value: 'num' },
    duration: settings.duration('duration', {
      most: maxSignalDuration,
      optional: true,
      when: soundCondition,
    }),
    format: { value: 'plain' },
    output: { value: 'message' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareForm(this, { target: lightingBridge.targetRules['bridge-speaker'] });
  },
});
