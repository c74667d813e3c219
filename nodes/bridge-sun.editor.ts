const { validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sun');
const settings = lightingBridge.createSettings(text);
const { paletteLabel, label, labelStyle, inputLabels } = lightingBridge.labels(text);

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
    from: settings.checked(
      'from',
      validators.sunMomentValidator('fromType', { when: 'emit=period' }),
    ),
    fromType: { value: 'sunset' },
    to: settings.checked(
      'to',
      validators.sunMomentValidator('toType', { when: 'emit=period' }),
      '23:00',
    ),
    toType: { value: 'time' },
    emitAtStart: { value: true },
    moment: settings.checked(
      'moment',
      validators.sunMomentValidator('momentType', { when: 'emit=events' }),
    ),
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
