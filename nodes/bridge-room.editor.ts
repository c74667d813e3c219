import { isGroupType } from '../src/resources/group-types';

const { commandChecks, settings, validators } = lightingBridge;
const text = lightingBridge.createTranslator('bridge-room');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } = lightingBridge.labels(
  text,
  ({ operation }) => text(`does.${operation || 'message'}`),
);
const noDevices: string[] = [];
const writeCondition = 'operation=create update message';
const commandCondition = 'operation=create update move message';

RED.nodes.registerType('bridge-room', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-room.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridgeSetting(),
    bridgeFromMessage: { value: false },
    operation: { value: 'list' },
    rtype: { value: 'room' },
    target: settings.targetSetting(text, {
      when: 'operation=get members update move delete message',
    }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    roomName: {
      value: '',
      label: text('label.roomName'),
      validate: validators.typedInputValidator('roomNameType', { when: writeCondition }),
    },
    roomNameType: { value: 'str' },
    archetype: { value: '' },
    devices: { value: noDevices },
    devicesAction: { value: 'set' },
    command: settings.commandSetting(text, commandChecks.checkRoomCommand, {
      when: commandCondition,
    }),
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
    const archetype = lightingBridge.getSettingField(this, 'archetype');
    archetype.append($('<option>').val('').text(text('hint.fromCommand')));
    for (const name of lightingBridge.roomArchetypes) {
      $('<option>')
        .val(name)
        .text(text(`archetype.${name}`))
        .appendTo(archetype);
    }
    archetype.val(this.archetype);
    const getGroupType = (): string =>
      lightingBridge.getSettingValue(this, 'operation') === 'move'
        ? 'room'
        : lightingBridge.getSettingValue(this, 'rtype');
    lightingBridge.prepareForm(this, {
      target: {
        accepts: ({ rtype }) =>
          isGroupType(rtype) && (getGroupType() === '' || rtype === getGroupType()),
        resolve: (index, address, path) =>
          lightingBridge.selectGroupResolver(getGroupType())(index, address, path),
      },
      typedInputs: {
        roomName: ['str', ...lightingBridge.dynamicInputTypes],
        command: lightingBridge.commandInputTypes,
      },
    });
    lightingBridge.prepareDevicePicker(this, $('#bridge-room-devices'), this.devices);
  },
  oneditsave() {
    this.devices = lightingBridge.getPickedDeviceIds($('#bridge-room-devices'));
  },
});
