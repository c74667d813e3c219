import { roomArchetypes } from 'lighting-bridge:table';
import { isRoomOrZoneType } from '../../resources/group-types';
import { selectGroupResolver } from '../../vocabulary/lookup';
import { createOptions } from '../fields/controls';
import type { Choice } from '../fields/controls';
import { getSettingField, getSettingValue, getChosenConfigNodeId } from '../fields/setting-fields';
import { prepareForm } from '../form/prepare-form';
import { createTranslator, translateShared } from '../labels/translate';
import { getCachedResourceList, fetchResourceList } from '../picker/resource-list';
import { toErrorMessage } from '../routes/admin-route-client';
import { openResourcePicker } from '../picker/resource-picker';

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

const pickedDeviceIdsDataKey = 'lightingBridgeDevices';

/**
 * Shows chips, and a button that opens the picker.
 *
 * @param deviceIds initially picked
 */
function prepareDevicePicker(
  node: EditorNode,
  container: JQuery,
  deviceIds: readonly string[],
): void {
  const picker = new DevicePicker(node, container);
  picker.show(deviceIds);
  if (deviceIds.length > 0) void picker.loadNames();
}

/** Lets a person choose the devices of a new room, or the members of a zone. */
class DevicePicker {
  readonly #chips = $('<span class="lighting-bridge-chips">');
  readonly #message = $('<span class="lighting-bridge-devices-message" role="status">');

  constructor(
    private readonly node: EditorNode,
    private readonly container: JQuery,
  ) {
    const pickButton = $('<button type="button" class="red-ui-button red-ui-button-small">')
      .text(translateShared('devices.pick'))
      .on('click', () => this.#openPicker(pickButton));
    container
      .empty()
      .addClass('lighting-bridge-devices')
      .append(this.#chips, pickButton, this.#message);
  }

  show(rids: readonly string[]): void {
    this.container.data(pickedDeviceIdsDataKey, rids);
    const resources = getCachedResourceList(getSettingValue(this.node, 'bridge'));
    this.#chips.empty();
    if (rids.length === 0) {
      $('<span class="lighting-bridge-picked-nothing">')
        .text(translateShared('devices.none'))
        .appendTo(this.#chips);
    }
    for (const rid of rids) {
      const resource = resources?.find((one) => one.rid === rid);
      const isMissing = resources !== undefined && resource === undefined;
      const remove = (): void => this.show(rids.filter((one) => one !== rid));
      createChip(resource?.name ?? rid, isMissing, remove).appendTo(this.#chips);
    }
  }

  /** Fetches the list of the bridge. */
  async loadNames(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(this.node);
    if (configNodeId === undefined) return;
    try {
      await fetchResourceList(configNodeId);
      this.show(getPickedDeviceIds(this.container));
    } catch (error) {
      const reason = toErrorMessage(error);
      this.#message.text(translateShared('target.unchecked', { reason }));
    }
  }

  #openPicker(pickButton: JQuery): void {
    const configNodeId = getChosenConfigNodeId(this.node);
    if (configNodeId === undefined) {
      this.#message.text(translateShared('target.noBridge'));
      return;
    }
    this.#message.text('');
    openResourcePicker({
      target: this.container,
      configNodeId,
      label: translateShared('devices.pick'),
      accepts: ({ rtype }) => rtype === 'device',
      picked: getPickedDeviceIds(this.container).map((rid) => ({ configNodeId, rid })),
      picks: 'several',
      onPick: (picked) => this.show(picked.map(({ rid }) => rid)),
      onClose: () => pickButton.trigger('focus'),
    });
  }
}

function getPickedDeviceIds(container: JQuery): string[] {
  const picked: unknown = container.data(pickedDeviceIdsDataKey);
  return Array.isArray(picked) ? picked.filter((rid) => typeof rid === 'string') : [];
}

function createChip(name: string, isMissing: boolean, onRemove: () => void): JQuery {
  const removeButton = $('<button type="button" class="lighting-bridge-clear">')
    .attr('aria-label', translateShared('devices.remove', { name }))
    .append('<i class="fa fa-times" aria-hidden="true"></i>')
    .on('click', onRemove);
  return $('<span class="lighting-bridge-chip">')
    .toggleClass('lighting-bridge-picked-gone', isMissing)
    .attr('title', isMissing ? translateShared('target.gone') : null)
    .append($('<span>').text(name), removeButton);
}
