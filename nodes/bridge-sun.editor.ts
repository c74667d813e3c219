const { settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-sun');
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
    bridge: settings.bridgeSetting(),
    emit: { value: 'period' },
    from: {
      value: '',
      label: text('label.from'),
      validate: validators.sunMomentValidator('fromType', { when: 'emit=period' }),
    },
    fromType: { value: 'sunset' },
    to: {
      value: '23:00',
      label: text('label.to'),
      validate: validators.sunMomentValidator('toType', { when: 'emit=period' }),
    },
    toType: { value: 'time' },
    emitAtStart: { value: true },
    moment: {
      value: '',
      label: text('label.moment'),
      validate: validators.sunMomentValidator('momentType', { when: 'emit=events' }),
    },
    momentType: { value: 'both' },
    latitude: {
      value: '',
      label: text('label.latitude'),
      validate: validators.numberValidator({ least: -90, most: 90, optional: true }),
    },
    longitude: {
      value: '',
      label: text('label.longitude'),
      validate: validators.numberValidator({ least: -180, most: 180, optional: true }),
    },
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
    lightingBridge.prepareForm(this, {
      typedInputs: {
        from: offerMoments([...momentTypes, 'time']),
        to: offerMoments([...momentTypes, 'time']),
        moment: offerMoments(['both', ...momentTypes]),
      },
    });
  },
});
