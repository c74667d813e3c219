import { sensorTypes } from 'lighting-bridge:table';

const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-sensor');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-sensor', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sensor.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    rtype: { value: '' },
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    action: { value: '' },
    command: settings.command(text, { when: 'action=message' }),
    commandType: { value: 'msg' },
    sensitivity: {
      value: '',
      label: text('label.sensitivity'),
      validate: validate.number({
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
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    const isOfChosenType = lightingBridge.isOfChosenType(this);
    lightingBridge.prepareTypes(this, text('rtype.any'), ({ rtype }) =>
      sensorTypes.includes(rtype),
    );
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) => sensorTypes.includes(resource.rtype) && isOfChosenType(resource),
      },
      typed: { command: lightingBridge.commandTypes, sensitivity: lightingBridge.numberTypes },
    });
  },
});
