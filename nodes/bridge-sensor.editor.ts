import { maxEndAfter, usualIntervals } from 'lighting-bridge:table';

const { commandChecks, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sensor');
const settings = lightingBridge.createSettings('bridge-sensor');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels('bridge-sensor');

RED.nodes.registerType('bridge-sensor', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sensor.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    rtype: { value: '' },
    target: settings.target(),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    whileReading: { value: 'always' },
    whileComparison: { value: 'below' },
    whileValue: settings.number('whileValue', { when: 'whileReading!=always message' }),
    whileTime: settings.checked('whileTime', validators.periodValidator),
    endAfter: settings.duration('endAfter', {
      most: maxEndAfter,
      optional: true,
      when: 'isNumber=no message',
    }),
    format: { value: 'plain' },
    emit: { value: 'change' },
    emitAtStart: { value: false },
    onlyReadings: { value: false },
    split: { value: 'none' },
    yesWhen: { value: 'true' },
    yesValue: settings.yesValue(),
    hysteresis: settings.hysteresis(),
    action: { value: '' },
    command: settings.command(
      commandChecks.checkSensorDialogCommand,
      'isSwitchable=yes message;action=message',
    ),
    commandType: { value: 'msg' },
    sensitivity: settings.number('sensitivity', {
      least: 0,
      integer: true,
      optional: true,
      typeSetting: 'sensitivityType',
      when: 'isSensitive=yes message',
    }),
    sensitivityType: { value: 'num' },
    output: { value: 'message' },
    interval: settings.interval(usualIntervals.sensor),
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
