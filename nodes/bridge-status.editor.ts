import { usualIntervals } from 'lighting-bridge:table';

const { settings } = lightingBridge;
const text = lightingBridge.texts('bridge-status');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(text);

RED.nodes.registerType('bridge-status', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-status.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    emit: { value: 'change' },
    emitAtStart: { value: true },
    output: settings.output(text, 'status'),
    interval: settings.interval(text, usualIntervals.status),
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
      widgets: () => {
        lightingBridge.prepareChoiceOrText({
          field: lightingBridge.fieldOf(this, 'output'),
          chooser: $('#bridge-status-output'),
          choices: {
            status: text('output.status'),
            connected: text('output.connected'),
            state: text('output.state'),
          },
          other: text('output.path'),
        });
      },
    });
  },
});
