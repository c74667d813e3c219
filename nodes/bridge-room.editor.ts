const { commandChecks } = lightingBridge;
const settings = lightingBridge.createSettings('bridge-room');
const { paletteLabel, label, labelStyle, inputLabels, outputLabels } =
  lightingBridge.labels('bridge-room');
const noDevices: string[] = [];
const writeCondition = 'operation=create update message';
const commandCondition = 'operation=create update move message';

RED.nodes.registerType('bridge-room', {
  category: 'lighting bridge',
  color: '#C7A97B',
  icon: 'bridge-room.svg',
  defaults: {
    name: { value: '' },
    bridge: settings.bridge(),
    bridgeFromMessage: { value: false },
    operation: { value: 'list' },
    rtype: { value: 'room' },
    target: settings.target({
      when: 'operation=get members update move delete message',
    }),
    targetType: { value: 'resource' },
    targetName: { value: '' },
    roomName: settings.typed('roomName', { when: writeCondition }),
    roomNameType: { value: 'str' },
    archetype: { value: '' },
    devices: { value: noDevices },
    devicesAction: { value: 'add' },
    command: settings.command(commandChecks.checkRoomDialogCommand, commandCondition),
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
    lightingBridge.prepareRoomDialog(this);
  },
  oneditsave() {
    this.devices = lightingBridge.readRoomDevices();
  },
});
