const { commandChecks, validators } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-resource');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-resource');
const writeCondition = 'operation=create update message';

RED.nodes.registerType('bridge-resource', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-resource.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    rtype: {
      value: '',
      validate: validators.createResourceTypeValidator('operation'),
    },
    operation: { value: '' },
    target: settings.target({ when: 'operation=get update delete message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: settings.command(commandChecks.checkResourceDialogBody, writeCondition),
    commandType: { value: 'msg' },
    allowUnknownFields: { value: false },
    output: { value: 'message' },
    readAs: { value: 'resource' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareResourceDialog(this);
  },
});
