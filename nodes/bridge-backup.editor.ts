const settings = lightingBridge.createSettings('bridge-backup');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-backup');

RED.nodes.registerType('bridge-backup', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-backup.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareForm(this, {});
  },
});
