const text = lightingBridge.texts('bridge-room');
const writes = 'operation=create update message';

interface RoomSettings {
  name: string;
  bridge: string;
  operation: string;
  target: string;
  targetType: string;
  targetName: string;
  roomName: string;
  roomNameType: string;
  archetype: string;
  devices: string[];
  devicesAction: string;
  command: string;
  commandType: string;
}

RED.nodes.registerType<RoomSettings>('bridge-room', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-room.svg',
  defaults: {
    name: { value: '' },
    bridge: { value: '', type: 'bridge-config', validate: lightingBridge.validate.bridge() },
    operation: { value: 'list' },
    target: {
      value: '',
      label: text('label.target'),
      validate: lightingBridge.validate.typed('targetType'),
    },
    targetType: { value: 'resource' },
    targetName: { value: '' },
    roomName: {
      value: '',
      label: text('label.roomName'),
      validate: lightingBridge.validate.typed('roomNameType', { when: writes }),
    },
    roomNameType: { value: 'str' },
    archetype: { value: '' },
    devices: { value: [] },
    devicesAction: { value: 'set' },
    command: {
      value: 'payload',
      label: text('label.command'),
      validate: lightingBridge.validate.typed('commandType', { when: writes }),
    },
    commandType: { value: 'msg' },
  },
  inputs: 1,
  outputs: 1,
  paletteLabel: () => text('paletteLabel'),
  label() {
    return lightingBridge.labelOf(this, text(`does.${this.operation || 'message'}`));
  },
  labelStyle() {
    return lightingBridge.labelStyleOf(this);
  },
  inputLabels: () => text('port.input'),
  outputLabels: () => text('port.output'),
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
      target: {
        accepts: ({ rtype }) => rtype === 'room',
        nothing: lightingBridge.sharedText('target.fromMessage'),
        types: lightingBridge.targetTypes,
      },
      typed: {
        roomName: { types: ['str', ...lightingBridge.valueTypes] },
        command: { types: lightingBridge.commandTypes },
      },
    });
    lightingBridge.prepareDevices(this, $('#bridge-room-devices'), this.devices);
  },
  oneditsave() {
    this.devices = lightingBridge.pickedDevices($('#bridge-room-devices'));
  },
});
