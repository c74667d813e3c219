const text = lightingBridge.createTranslator('bridge-sun');
const settings = lightingBridge.createSettings('bridge-sun');
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels('bridge-sun');

const momentTypes = [
  'sunset',
  'beforeSunset',
  'afterSunset',
  'sunrise',
  'beforeSunrise',
  'afterSunrise',
] as const;
const types = ['both', ...momentTypes, 'time'] as const;

const offerMoments = (offered: readonly (typeof types)[number][]) =>
  offered.map((value) => ({
    value,
    label: text(`moment.${value}`),
    hasValue: value === 'time' || value.startsWith('before') || value.startsWith('after'),
  }));

RED.nodes.registerType('bridge-sun', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-sun.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    emit: { value: 'period' },
    from: settings.sunMoment('from', 'emit=period'),
    fromType: { value: 'sunset' },
    to: settings.sunMoment('to', 'emit=period', '23:00'),
    toType: { value: 'time' },
    emitAtStart: { value: true },
    moment: settings.sunMoment('moment', 'emit=events'),
    momentType: { value: 'both' },
    latitude: settings.number('latitude', { least: -90, most: 90, optional: true }),
    longitude: settings.number('longitude', { least: -180, most: 180, optional: true }),
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels() {
    return text(this.emit === 'events' ? 'port.events' : 'port.period');
  },
  oneditprepare() {
    const offer = (setting: string, offered: Parameters<typeof offerMoments>[0]): void =>
      void lightingBridge.getSettingField(this, setting).typedInput({
        types: offerMoments(offered),
        typeField: lightingBridge.getSettingField(this, `${setting}Type`),
      });
    lightingBridge.prepareForm(this, {
      prepareWidgets() {
        offer('from', [...momentTypes, 'time']);
        offer('to', [...momentTypes, 'time']);
        offer('moment', ['both', ...momentTypes]);
      },
    });
  },
});
