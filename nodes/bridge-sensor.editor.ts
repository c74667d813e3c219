import { sensorTypes } from 'lighting-bridge:table';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sensor');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-sensor', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sensor.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    rtype: { value: '' },
    target: settings.targetSetting(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    action: { value: '' },
    command: settings.commandSetting(text, { when: 'action=message' }),
    commandType: { value: 'msg' },
    sensitivity: {
      value: '',
      label: text('label.sensitivity'),
      validate: validators.numberValidator({
        least: 0,
        integer: true,
        optional: true,
        typeSetting: 'sensitivityType',
      }),
    },
    sensitivityType: { value: 'num' },
    output: { value: 'message' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    const isOfChosenType = lightingBridge.createResourceTypeFilter(this);
    const offeredTypes = {
      takesUnlisted: false,
      isOffered: ({ rtype }: { rtype: string }) => sensorTypes.includes(rtype),
    };
    lightingBridge.prepareResourceTypeSelect(this, text('rtype.any'), offeredTypes);
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) => sensorTypes.includes(resource.rtype) && isOfChosenType(resource),
        resolve: lightingBridge.createChosenTypeResolver(this, offeredTypes),
      },
      typedInputs: {
        command: lightingBridge.commandInputTypes,
        sensitivity: lightingBridge.numberInputTypes,
      },
    });
  },
});
