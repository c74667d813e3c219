const text = lightingBridge.texts('bridge-resource');
const writes = 'operation=create update message';

RED.nodes.registerType('bridge-resource', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-resource.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    rtype: {
      value: '',
      validate: lightingBridge.validate.rtype({ operation: 'operation', optional: true }),
    },
    operation: { value: 'get' },
    target: {
      value: '',
      label: text('label.target'),
      validate: lightingBridge.validate.typed('targetType'),
    },
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.validate.typed('commandType', { when: writes }),
    },
    commandType: { value: 'msg' },
    allowUnknownFields: { value: false },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel: () => text('paletteLabel'),
  label() {
    return lightingBridge.labelOf(this, this.rtype || text('paletteLabel'));
  },
  labelStyle() {
    return lightingBridge.labelStyleOf(this);
  },
  inputLabels: () => text('port.input'),
  outputLabels: () => text('port.output'),
  oneditprepare() {
    const rtype = lightingBridge.fieldOf(this, 'rtype');
    lightingBridge.fillTypes(rtype, this.rtype, text('rtype.message'));
    lightingBridge.prepareOperations(this);
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) =>
          ['', resource.rtype].includes(lightingBridge.settingOf(this, 'rtype')),
        nothing: lightingBridge.sharedText('target.fromMessage'),
        types: lightingBridge.targetTypes,
      },
      typed: { command: { types: lightingBridge.commandTypes } },
    });
    lightingBridge.prepareFieldTable(this, $('#bridge-resource-fields'));
  },
});
