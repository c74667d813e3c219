import { getCachedResourceList, fetchResourceList } from './resource-list';
import { getChosenConfigNodeId, getSettingValue } from '../fields/setting-fields';
import { toErrorMessage } from '../routes/admin-route-client';
import { openResourcePicker } from './resource-picker';
import { translateShared } from '../labels/translate';

const pickedDeviceIdsDataKey = 'lightingBridgeDevices';

/**
 * Shows the picked devices as chips, with a button that opens the resource picker.
 *
 * @param node node that is edited
 * @param container element to fill
 * @param deviceIds ids of the devices that are picked initially
 */
export function prepareDevicePicker(
  node: EditorNode,
  container: JQuery,
  deviceIds: readonly string[],
): void {
  const chips = $('<span class="lighting-bridge-chips">');
  const message = $('<span class="lighting-bridge-devices-message" role="status">');
  const pickButton = $('<button type="button" class="red-ui-button red-ui-button-small">').text(
    translateShared('devices.pick'),
  );
  container.empty().addClass('lighting-bridge-devices').append(chips, pickButton, message);

  const showDevices = (rids: readonly string[]): void => {
    container.data(pickedDeviceIdsDataKey, rids);
    const cachedResources = getCachedResourceList(getSettingValue(node, 'bridge'));
    chips.empty();
    if (rids.length === 0) {
      $('<span class="lighting-bridge-picked-nothing">')
        .text(translateShared('devices.none'))
        .appendTo(chips);
    }
    for (const rid of rids) {
      const resource = cachedResources?.find((one) => one.rid === rid);
      createChip(
        resource?.name ?? rid,
        cachedResources !== undefined && resource === undefined,
        () => {
          showDevices(rids.filter((one) => one !== rid));
        },
      ).appendTo(chips);
    }
  };

  pickButton.on('click', () => {
    const configNodeId = getChosenConfigNodeId(node);
    if (configNodeId === undefined) {
      message.text(translateShared('target.noBridge'));
      return;
    }
    message.text('');
    openResourcePicker({
      target: container,
      configNodeId,
      label: translateShared('devices.pick'),
      accepts: ({ rtype }) => rtype === 'device',
      picked: getPickedDeviceIds(container).map((rid) => ({ configNodeId, rid })),
      picks: 'several',
      onPick: (picked) => showDevices(picked.map(({ rid }) => rid)),
      onClose: () => pickButton.trigger('focus'),
    });
  });

  showDevices(deviceIds);
  void loadDeviceNames();

  async function loadDeviceNames(): Promise<void> {
    const configNodeId = getChosenConfigNodeId(node);
    if (deviceIds.length === 0 || configNodeId === undefined) return;
    try {
      await fetchResourceList(configNodeId);
      showDevices(getPickedDeviceIds(container));
    } catch (error) {
      message.text(translateShared('target.unchecked', { reason: toErrorMessage(error) }));
    }
  }
}

/** Ids of the devices that are picked now. */
export function getPickedDeviceIds(container: JQuery): string[] {
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
