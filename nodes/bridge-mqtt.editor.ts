import { usualIntervals } from 'lighting-bridge:table';

const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-mqtt');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-mqtt', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-mqtt.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    prefix: {
      value: 'lighting-bridge',
      label: text('label.prefix'),
      validate: validators.topicPrefixValidator(),
    },
    discoveryPrefix: {
      value: 'homeassistant',
      label: text('label.discoveryPrefix'),
      validate: validators.topicPrefixValidator(),
    },
    interval: settings.intervalSetting(text, usualIntervals.mqtt),
  },
  inputs: 1,
  outputs: 2,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels: (index) => text(index === 0 ? 'port.publish' : 'port.done'),
  oneditprepare() {
    lightingBridge.prepareForm(this, {});
  },
});
