const text = lightingBridge.texts('bridge-status');

RED.nodes.registerType('bridge-status', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-status.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    emit: { value: 'change' },
    emitAtStart: { value: true },
    output: {
      value: 'status',
      label: text('label.output'),
      validate: lightingBridge.validate.propertyPath(),
    },
    interval: {
      value: '30',
      label: text('label.interval'),
      validate: lightingBridge.validate.number({ least: 1 }),
    },
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
      widgets: () => {
        lightingBridge.prepareChoiceOrText({
          field: lightingBridge.fieldOf(this, 'output'),
          chooser: $('#bridge-status-output'),
          choices: {
            status: text('output.status'),
            connected: text('output.connected'),
            state: text('output.state'),
          },
          other: text('output.path'),
        });
      },
    });
  },
});
