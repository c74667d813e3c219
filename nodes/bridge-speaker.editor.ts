import { maxSignalDuration } from 'lighting-bridge:table';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-speaker');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);
const soundCondition = 'operation=chime alarm alert';

RED.nodes.registerType('bridge-speaker', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-speaker.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    target: settings.targetSetting(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    operation: { value: '' },
    command: settings.commandSetting(text, commandChecks.checkSpeakerDialogCommand, {
      when: 'operation=message',
    }),
    commandType: { value: 'msg' },
    sound: {
      value: '',
      label: text('label.sound'),
      validate: validators.typedInputValidator('soundType', { when: soundCondition }),
    },
    soundType: { value: 'str' },
    volume: {
      value: '',
      label: text('label.volume'),
      validate: validators.numberValidator({
        least: 0,
        most: 100,
        optional: true,
        typeSetting: 'volumeType',
        when: soundCondition,
      }),
    },
    volumeType: { value: 'num' },
    duration: {
      value: '',
      label: text('label.duration'),
      validate: validators.durationValidator({
        most: maxSignalDuration,
        optional: true,
        when: soundCondition,
      }),
    },
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
    const texts = ['str', ...lightingBridge.dynamicInputTypes];
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) => rtype === 'speaker',
        resolve: lightingBridge.resolveSpeakerTarget,
      },
      typedInputs: {
        command: lightingBridge.commandInputTypes,
        sound: texts,
        volume: lightingBridge.numberInputTypes,
      },
    });
  },
});
