import { longestTransition } from 'lighting-bridge:table';

const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-light');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-light', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-light.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    command: settings.command(text),
    commandType: { value: 'msg' },
    transition: {
      value: '',
      label: text('label.transition'),
      validate: validate.number({
        least: 0,
        most: longestTransition,
        whole: true,
        optional: true,
        typeSetting: 'transitionType',
      }),
    },
    transitionType: { value: 'num' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareForm(this, {
      target: { accepts: ({ rtype }) => rtype === 'light' || rtype === 'grouped_light' },
      typed: { command: lightingBridge.commandTypes, transition: lightingBridge.numberTypes },
    });
  },
});
