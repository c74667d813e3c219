import { maxEndAfter, usualIntervals } from 'lighting-bridge:table';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sensor');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text, ({ rtype }) =>
  rtype === '' ? '' : lightingBridge.getResourceTypeLabel(rtype),
);

RED.nodes.registerType('bridge-sensor', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sensor.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    rtype: { value: '' },
    target: settings.targetSetting(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    whileReading: { value: 'always' },
    whileComparison: { value: 'below' },
    whileValue: {
      value: '',
      label: text('label.whileValue'),
      validate: validators.numberValidator({ when: 'whileReading!=always message' }),
    },
    whileTime: {
      value: '',
      label: text('label.whileTime'),
      validate: validators.periodValidator(),
    },
    endAfter: {
      value: '',
      label: text('label.endAfter'),
      validate: validators.durationValidator({
        most: maxEndAfter,
        optional: true,
        when: 'isNumber=no message',
      }),
    },
    format: { value: 'plain' },
    emit: { value: 'change' },
    emitAtStart: { value: false },
    split: { value: 'none' },
    yesWhen: { value: 'true' },
    yesValue: settings.yesValueSetting(),
    hysteresis: settings.hysteresisSetting(),
    action: { value: '' },
    command: settings.commandSetting(text, commandChecks.checkSensorDialogCommand, {
      when: 'isSwitchable=yes message;action=message',
    }),
    commandType: { value: 'msg' },
    sensitivity: {
      value: '',
      label: text('label.sensitivity'),
      validate: validators.numberValidator({
        least: 0,
        integer: true,
        optional: true,
        typeSetting: 'sensitivityType',
        when: 'isSensitive=yes message',
      }),
    },
    sensitivityType: { value: 'num' },
    output: { value: 'message' },
    interval: settings.intervalSetting(text, usualIntervals.sensor),
    outputs: { value: 1 },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels(index) {
    return lightingBridge.listSensorOutputs(this.split, true)[index] ?? text('port.output');
  },
  oneditprepare() {
    lightingBridge.prepareSensorDialog(this);
  },
});
