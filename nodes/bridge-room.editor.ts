const { settings, validate } = lightingBridge;
const text = lightingBridge.texts('bridge-room');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);
const noDevices: string[] = [];
const writes = 'operation=create update message';

RED.nodes.registerType('bridge-room', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-room.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    operation: { value: 'list' },
    target: settings.target(text),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    roomName: {
      value: '',
      label: text('label.roomName'),
      validate: validate.typed('roomNameType', { when: writes }),
    },
    roomNameType: { value: 'str' },
    archetype: { value: '' },
    devices: { value: noDevices },
    devicesAction: { value: 'set' },
    command: settings.command(text, { when: writes }),
    commandType: { value: 'msg' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel,
  label,
  labelStyle,
  inputLabels,
  outputLabels,
  oneditprepare() {
    const archetype = lightingBridge.fieldOf(this, 'archetype');
    archetype.append($('<option>').val('').text(text('hint.fromCommand')));
    for (const name of lightingBridge.roomArchetypes) {
      $('<option>')
        .val(name)
        .text(text(`archetype.${name}`))
        .appendTo(archetype);
    }
    archetype.val(this.archetype);
    lightingBridge.prepareForm(this, {
      target: { accepts: ({ rtype }) => rtype === 'room' },
      typed: {
        roomName: ['str', ...lightingBridge.valueTypes],
        command: lightingBridge.commandTypes,
      },
    });
    lightingBridge.prepareDevices(this, $('#bridge-room-devices'), this.devices);
  },
  oneditsave() {
    this.devices = lightingBridge.pickedDevices($('#bridge-room-devices'));
  },
});
