import { sensorTypes, types, usualIntervals } from 'lighting-bridge:table';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sensor');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text);

/** Readings first, then the answers to messages. */
const listOutputs = (split: unknown): string[] => [
  ...lightingBridge.listYesNoOutputs(split, text('port.output')),
  text('port.answer'),
];

const offeredTypes = {
  takesUnlisted: false,
  isOffered: ({ rtype, reading }: { rtype: string; reading?: string }) =>
    reading !== undefined || sensorTypes.includes(rtype),
};

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
    whileReading: { value: 'always' },
    whileComparison: { value: 'below' },
    whileValue: {
      value: '',
      label: text('label.whileValue'),
      validate: validators.numberValidator({ when: 'whileReading=lux celsius battery' }),
    },
    endAfter: {
      value: '',
      label: text('label.endAfter'),
      validate: validators.durationValidator({ optional: true, when: 'measures=yesNo message' }),
    },
    emit: { value: 'change' },
    emitAtStart: { value: false },
    split: { value: 'none' },
    yesWhen: { value: 'true' },
    yesValue: settings.yesValueSetting(),
    hysteresis: settings.hysteresisSetting(),
    action: { value: '' },
    command: settings.commandSetting(text, commandChecks.checkSensorCommand, {
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
    outputs: { value: 2 },
  },
  inputs: 1,
  outputs: 2,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels(index) {
    return listOutputs(this.split)[index] ?? text('port.output');
  },
  oneditprepare() {
    const isOfChosenType = lightingBridge.createResourceTypeFilter(this);
    /** Fills in what the chosen sensor is, so that only what it can is shown. */
    const describeSensor = (): void => {
      const cachedResources = lightingBridge.getCachedResources(
        lightingBridge.getSettingValue(this, 'bridge'),
      );
      const rid = lightingBridge.getSettingValue(this, 'target');
      const picked = cachedResources?.find((resource) => resource.rid === rid)?.rtype;
      const rtype = lightingBridge.getSettingValue(this, 'rtype') || picked;
      const type = types.find((one) => one.rtype === rtype);
      const measures = type?.unit === undefined ? 'yesNo' : 'number';
      const fill = (name: string, value: string): void =>
        void lightingBridge.getSettingField(this, name).val(value);
      fill('measures', measures);
      fill('isSwitchable', rtype === undefined || sensorTypes.includes(rtype) ? 'yes' : 'no');
      fill('isSensitive', type === undefined || type.isSensitive ? 'yes' : 'no');
    };
    lightingBridge.prepareResourceTypeSelect(this, text('rtype.any'), offeredTypes);
    $('#dialog-form').on('change', describeSensor);
    describeSensor();
    lightingBridge.prepareForm(this, {
      target: {
        accepts: (resource) =>
          types.some((type) => type.rtype === resource.rtype && offeredTypes.isOffered(type)) &&
          isOfChosenType(resource),
        resolve: lightingBridge.createChosenTypeResolver(this, {
          ...offeredTypes,
          isPreferred: ({ rtype, reading }) => reading !== undefined && sensorTypes.includes(rtype),
        }),
      },
      typedInputs: {
        command: lightingBridge.commandInputTypes,
        sensitivity: lightingBridge.numberInputTypes,
      },
      prepareWidgets: () => {
        lightingBridge.prepareComparisonInput(
          lightingBridge.getSettingField(this, 'whileValue'),
          lightingBridge.getSettingField(this, 'whileComparison'),
          ['below', 'above'],
        );
        lightingBridge.prepareYesNoInputs(this, listOutputs);
      },
    });
  },
});
