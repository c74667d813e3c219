const { settings } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-smart-scene');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);

RED.nodes.registerType('bridge-smart-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-smart-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    operation: { value: 'recall' },
    target: settings.targetSetting(text, { when: 'operation=recall get update delete message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    recall: { value: '' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.smartSceneCommandValidator(text, {
        when: 'operation=create update message|operation=recall;recall=message',
      }),
    },
    commandType: { value: 'msg' },
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
    lightingBridge.prepareSmartSceneDialog(this);
  },
});
