const text = lightingBridge.texts('bridge-light');

RED.nodes.registerType('bridge-light', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-light.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
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
      validate: lightingBridge.validate.typed('commandType'),
    },
    commandType: { value: 'msg' },
    transition: {
      value: '',
      label: text('label.transition'),
      validate: lightingBridge.validate.number({
        least: 0,
        most: 86_400_000,
        optional: true,
        typeSetting: 'transitionType',
      }),
    },
    transitionType: { value: 'num' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel: () => text('paletteLabel'),
  label() {
    return lightingBridge.labelOf(this, text('paletteLabel'));
  },
  labelStyle() {
    return lightingBridge.labelStyleOf(this);
  },
  inputLabels: () => text('port.input'),
  outputLabels: () => text('port.output'),
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light',
        nothing: lightingBridge.sharedText('target.fromMessage'),
        types: lightingBridge.targetTypes,
      },
      typed: {
        command: { types: lightingBridge.commandTypes },
        transition: { types: ['num', ...lightingBridge.valueTypes] },
      },
    });
  },
});
