import { usualIntervals } from 'lighting-bridge:table';
import { isGroupType } from '../src/resources/group-types';

const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-poll');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ rtype }) => rtype,
);

RED.nodes.registerType('bridge-poll', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-poll.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    rtype: { value: '', validate: validate.rtype({ operation: 'list', optional: false }) },
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    interval: settings.interval(text, usualIntervals.poll),
    emit: { value: 'change' },
    output: settings.output(text, 'value'),
    properties: {
      value: '',
      label: text('label.properties'),
      validate: validate.propertyPaths(),
    },
    smallestChange: {
      value: '',
      label: text('label.smallestChange'),
      validate: validate.number({ least: 0, optional: true }),
    },
    room: { value: '' },
    origin: { value: 'any' },
    emitAtStart: { value: false },
    connectionMessages: { value: false },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    lightingBridge.prepareTypes(this, text('rtype.choose'), ({ operations }) =>
      operations.includes('list'),
    );
    lightingBridge.prepareForm(this, {
      target: {
        accepts: lightingBridge.isOfChosenType(this),
        nothing: text('target.all'),
        types: lightingBridge.watchTypes,
      },
      widgets: () => {
        lightingBridge.prepareChoiceOrText({
          field: lightingBridge.fieldOf(this, 'output'),
          chooser: $('#bridge-poll-output'),
          choices: { value: text('output.value'), resource: text('output.resource') },
          other: text('output.path'),
        });
        lightingBridge.prepareResourceOrText(
          this,
          {
            accepts: (resource) => isGroupType(resource.rtype),
            nothing: text('target.anyRoom'),
          },
          { chooser: $('#bridge-poll-room'), stored: lightingBridge.fieldOf(this, 'room') },
        );
      },
    });
  },
});
