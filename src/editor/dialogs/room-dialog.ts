import { roomArchetypes } from 'lighting-bridge:table';
import { isRoomOrZoneType } from '../../resources/values/group-types';
import { selectGroupResolver } from '../../vocabulary/lookup';
import { createOptions } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getSettingField, getSettingValue } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { createTranslator } from '../labels/translate';
import { getPickedDeviceIds, prepareDevicePicker } from '../picker/device-picker';

type RoomNode = EditorNode & { archetype: string; devices: string[]; devicesAction?: string };

const text = createTranslator('bridge-room');

const getDeviceList = (): JQuery => $('#bridge-room-devices');

export const readRoomDevices = (): string[] => getPickedDeviceIds(getDeviceList());

export function prepareRoomDialog(node: RoomNode): void {
  offerArchetypes(node);
  /** Returns an empty text for any type. */
  const getGroupType = (): string =>
    getSettingValue(node, 'operation') === 'move' ? 'room' : getSettingValue(node, 'rtype');
  prepareForm(node, {
    target: {
      accepts: ({ rtype }) =>
        getGroupType() === '' ? isRoomOrZoneType(rtype) : rtype === getGroupType(),
      resolve: (index, address, path) => selectGroupResolver(getGroupType())(index, address, path),
    },
    prepareWidgets() {
      // Older flows without the setting replace the devices of the room; a new node adds.
      if (node.devicesAction === undefined) getSettingField(node, 'devicesAction').val('set');
    },
  });
  prepareDevicePicker(node, getDeviceList(), node.devices);
}

function offerArchetypes(node: RoomNode): void {
  const archetype = getSettingField(node, 'archetype');
  const choices = roomArchetypes.map((name): Choice => [name, text(`archetype.${name}`)]);
  archetype.append(createOptions([['', text('hint.fromCommand')], ...choices])).val(node.archetype);
}
