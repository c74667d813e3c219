const settings = lightingBridge.createSettings('bridge-smart-scene');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-smart-scene');

RED.nodes.registerType('bridge-smart-scene', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-smart-scene.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    operation: { value: 'recall' },
    target: settings.target({ when: 'operation=recall get update delete message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    recall: { value: '' },
    command: settings.checked(
      'command',
      lightingBridge.createSmartSceneCommandValidator(
        'operation=create update message|operation=recall;recall=message',
      ),
      'payload',
    ),
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
