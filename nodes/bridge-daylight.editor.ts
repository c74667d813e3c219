import { maxOverride } from 'lighting-bridge:table';

const { commandChecks, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-daylight');
const settings = lightingBridge.createSettings('bridge-daylight');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-daylight');

const bySun = 'follow=sun';
const kelvin = { least: 1_000, most: 20_000, when: bySun };
const brightness = { least: 1, most: 100, optional: true, when: bySun };

RED.nodes.registerType('bridge-daylight', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-daylight.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    target: settings.target({ several: true, required: 'scene=message' }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    targetBridges: settings.bridgePerTarget(),
    scene: { value: '' },
    follow: { value: 'sun' },
    dayKelvin: settings.number('dayKelvin', kelvin, '5000'),
    dayBrightness: settings.number('dayBrightness', brightness, '100'),
    nightKelvin: settings.number('nightKelvin', kelvin, '2200'),
    nightBrightness: settings.number('nightBrightness', brightness, '30'),
    table: settings.checked(
      'table',
      validators.createDayTableValidator('follow=table'),
      '06:30 2500 K 40 %\n09:00 5000 K 100 %\n17:00 4000 K 100 %\n22:00 2200 K 30 %',
    ),
    latitude: settings.number('latitude', { least: -90, most: 90, optional: true, when: bySun }),
    longitude: settings.number('longitude', {
      least: -180,
      most: 180,
      optional: true,
      when: bySun,
    }),
    resumeAfter: settings.duration('resumeAfter', { least: 1, most: maxOverride, optional: true }),
    command: settings.command(commandChecks.checkDaylightDialogCommand),
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
        ...lightingBridge.targetRules['bridge-daylight'],
        several: true,
        types: lightingBridge.watchedTargetInputTypes,
        placeholder: text('hint.target'),
      },
    });
    for (const setting of ['dayBrightness', 'nightBrightness'])
      lightingBridge.getSettingField(this, setting).attr('aria-label', text(`label.${setting}`));
    lightingBridge.prepareDaylightPreview(this);
  },
  oneditsave() {
    this.targetBridges = lightingBridge.getBridgesOfPickedResources(this);
  },
});
