const text = lightingBridge.texts('bridge-poll');

RED.nodes.registerType('bridge-poll', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-poll.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    rtype: {
      value: '',
      validate: lightingBridge.validate.rtype({ operation: 'list', optional: false }),
    },
    target: {
      value: '',
      label: text('label.target'),
      validate: lightingBridge.validate.typed('targetType'),
    },
    targetType: { value: 'resource' },
    targetName: { value: '' },
    interval: {
      value: '5',
      label: text('label.interval'),
      validate: lightingBridge.validate.number({ least: 1 }),
    },
    emit: { value: 'change' },
    output: {
      value: 'value',
      label: text('label.output'),
      validate: lightingBridge.validate.propertyPath(),
    },
    properties: {
      value: '',
      label: text('label.properties'),
      validate: lightingBridge.validate.propertyPaths(),
    },
    smallestChange: {
      value: '',
      label: text('label.smallestChange'),
      validate: lightingBridge.validate.number({ least: 0, optional: true }),
    },
    room: { value: '' },
    origin: { value: 'any' },
    emitAtStart: { value: false },
    connectionMessages: { value: false },
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
    lightingBridge.fillTypes(rtype, this.rtype, text('rtype.choose'), ({ operations }) =>
      operations.includes('list'),
    );
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) =>
          ['', resource.rtype].includes(lightingBridge.settingOf(this, 'rtype')),
        nothing: text('target.all'),
        types: ['str', 'flow', 'global', 'env'],
      },
      widgets: () => {
        lightingBridge.prepareChoiceOrText({
          field: lightingBridge.fieldOf(this, 'output'),
          chooser: $('#bridge-poll-output'),
          choices: { value: text('output.value'), resource: text('output.resource') },
          other: text('output.path'),
        });
        lightingBridge.prepareResourceOrText(
          this,
          {
            accepts: (resource) => ['room', 'zone'].includes(resource.rtype),
            nothing: text('target.anyRoom'),
          },
          { chooser: $('#bridge-poll-room'), stored: lightingBridge.fieldOf(this, 'room') },
        );
      },
    });
  },
});
