const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-resource');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ rtype }) => rtype,
);
const writes = 'operation=create update message';

RED.nodes.registerType('bridge-resource', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-resource.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    rtype: {
      value: '',
      validate: validate.rtype({ operation: 'operation', optional: true }),
    },
    operation: { value: 'get' },
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: settings.command(text, { when: writes }),
    commandType: { value: 'msg' },
    allowUnknownFields: { value: false },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareTypes(this, text('rtype.message'));
    lightingBridge.prepareOperations(this);
    lightingBridge.prepareForm(this, {
      target: { accepts: lightingBridge.isOfChosenType(this) },
      typed: { command: lightingBridge.commandTypes },
    });
    lightingBridge.prepareFieldTable(this, $('#bridge-resource-fields'));
  },
});
