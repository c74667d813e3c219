import { usualIntervals } from 'lighting-bridge:table';

const { validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-mqtt');
const settings = lightingBridge.createSettings('bridge-mqtt');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels('bridge-mqtt');

RED.nodes.registerType('bridge-mqtt', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-mqtt.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    prefix: settings.checked('prefix', validators.topicPrefixValidator, 'lighting-bridge'),
    discoveryPrefix: settings.checked(
      'discoveryPrefix',
      validators.topicPrefixValidator,
      'homeassistant',
    ),
    interval: settings.interval(usualIntervals.mqtt),
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
