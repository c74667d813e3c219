const { commandChecks } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-automation');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-automation');

RED.nodes.registerType('bridge-automation', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-automation.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    operation: { value: '' },
    target: settings.target(),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: settings.command(commandChecks.checkAutomationDialogCommand, 'operation=message'),
    commandType: { value: 'msg' },
    format: { value: 'plain' },
    output: { value: 'message' },
    changes: { value: false },
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
    lightingBridge.prepareForm(this, { target: lightingBridge.targetRules['bridge-automation'] });
  },
});
