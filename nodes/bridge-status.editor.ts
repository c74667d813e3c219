import { usualIntervals } from 'lighting-bridge:table';

const text = lightingBridge.createTranslator('bridge-status');
const settings = lightingBridge.createSettings('bridge-status');
const describeSource = (emit: string): string =>
  text(emit === 'sun' ? 'label.sun' : 'paletteLabel');
const { paletteLabel, labelStyle, inputLabels } = lightingBridge.labels('bridge-status');

RED.nodes.registerType('bridge-status', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-status.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    emit: { value: 'change' },
    emitAtStart: { value: true },
    output: settings.output('status'),
    interval: settings.interval(usualIntervals.status),
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label() {
    return this.name || describeSource(this.emit);
  },
  labelStyle,
  inputLabels,
  outputLabels() {
    return text(this.emit === 'sun' ? 'port.sun' : 'port.output');
  },
  oneditprepare() {
    const emit = lightingBridge.getSettingField(this, 'emit');
    emit.on('change', () => {
      const name = describeSource(lightingBridge.getSettingValue(this, 'emit'));
      lightingBridge.getSettingField(this, 'name').attr('placeholder', name);
    });
    lightingBridge.prepareForm(this, {
      prepareWidgets: () => {
        lightingBridge.prepareChoiceOrTextInput({
          field: lightingBridge.getSettingField(this, 'output'),
          inputElement: $('#bridge-status-output'),
          choiceLabels: {
            status: text('output.status'),
            connected: text('output.connected'),
            state: text('output.state'),
            report: text('output.report'),
          },
        });
      },
    });
  },
});
