const text = lightingBridge.texts('bridge-sensor');

const sensorTypes = new Set([
  'motion',
  'temperature',
  'light_level',
  'motion_area_configuration',
  'security_area_motion',
]);

RED.nodes.registerType('bridge-sensor', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sensor.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    rtype: { value: '' },
    target: {
      value: '',
      label: text('label.target'),
      validate: lightingBridge.validate.typed('targetType'),
    },
    targetType: { value: 'resource' },
    targetName: { value: '' },
    action: { value: '' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.validate.typed('commandType', { when: 'action=message' }),
    },
    commandType: { value: 'msg' },
    sensitivity: {
      value: '',
      label: text('label.sensitivity'),
      validate: lightingBridge.validate.number({
        least: 0,
        whole: true,
        optional: true,
        typeSetting: 'sensitivityType',
      }),
    },
    sensitivityType: { value: 'num' },
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
    const rtype = lightingBridge.fieldOf(this, 'rtype');
    lightingBridge.fillTypes(rtype, this.rtype, text('rtype.any'), (type) =>
      sensorTypes.has(type.rtype),
    );
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) =>
          sensorTypes.has(resource.rtype) &&
          ['', resource.rtype].includes(lightingBridge.settingOf(this, 'rtype')),
        nothing: lightingBridge.sharedText('target.fromMessage'),
        types: lightingBridge.targetTypes,
      },
      typed: {
        command: { types: lightingBridge.commandTypes },
        sensitivity: { types: ['num', ...lightingBridge.valueTypes] },
      },
    });
  },
});
