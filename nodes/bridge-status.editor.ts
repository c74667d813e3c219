import { usualIntervals } from 'lighting-bridge:table';

const { settings } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-status');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-status', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-status.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    emit: { value: 'change' },
    emitAtStart: { value: true },
    output: settings.outputSetting(text, 'status'),
    interval: settings.intervalSetting(text, usualIntervals.status),
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
          otherLabel: text('output.path'),
        });
      },
    });
  },
});
