import { maxOverride } from 'lighting-bridge:table';

const { settings, validators, commandChecks } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-daylight');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

const bySun = 'follow=sun';
const kelvin = { least: 1_000, most: 20_000, when: bySun };
const brightness = { least: 1, most: 100, optional: true, when: bySun };

RED.nodes.registerType('bridge-daylight', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-daylight.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    target: settings.targetSetting(text, { several: true, required: true }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTargetSetting(text),
    follow: { value: 'sun' },
    dayKelvin: {
      value: '5000',
      label: text('label.dayKelvin'),
      validate: validators.numberValidator(kelvin),
    },
    dayBrightness: {
      value: '100',
      label: text('label.dayBrightness'),
      validate: validators.numberValidator(brightness),
    },
    nightKelvin: {
      value: '2200',
      label: text('label.nightKelvin'),
      validate: validators.numberValidator(kelvin),
    },
    nightBrightness: {
      value: '30',
      label: text('label.nightBrightness'),
      validate: validators.numberValidator(brightness),
    },
    table: {
      value: '06:30 2500 K 40 %\n09:00 5000 K 100 %\n17:00 4000 K 100 %\n22:00 2200 K 30 %',
      label: text('label.table'),
      validate: validators.dayTableValidator({ when: 'follow=table' }),
    },
    latitude: {
      value: '',
      label: text('label.latitude'),
      validate: validators.numberValidator({ least: -90, most: 90, optional: true, when: bySun }),
    },
    longitude: {
      value: '',
      label: text('label.longitude'),
      validate: validators.numberValidator({ least: -180, most: 180, optional: true, when: bySun }),
    },
    resumeAfter: {
      value: '',
      label: text('label.resumeAfter'),
      validate: validators.durationValidator({ least: 1, most: maxOverride, optional: true }),
    },
    command: settings.commandSetting(text, commandChecks.checkDaylightDialogCommand),
    commandType: { value: 'msg' },
    changes: { value: false },
    outputs: { value: 1 },
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
      target: {
        ...lightingBridge.lightTargetTypes,
        types: lightingBridge.watchedTargetInputTypes,
        placeholder: text('hint.target'),
      },
      typedInputs: { command: lightingBridge.commandInputTypes },
    });
    for (const [setting, name] of [
      ['dayBrightness', text('label.dayBrightness')],
      ['nightBrightness', text('label.nightBrightness')],
    ] as const)
      lightingBridge.getSettingField(this, setting).attr('aria-label', name);
    lightingBridge.prepareDaylightPreview(this, $('#bridge-daylight-preview'));
    lightingBridge.prepareSecondOutputField(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
  },
});
