import { knownResources, listResources } from './resource-list';
import { chosenBridge } from './chosen-bridge';
import { reasonOf } from './reason-of';
import { openPicker } from './resource-picker';
import { settingOf } from './settings-in-form';
import { sharedText } from './texts';

const dataName = 'lightingBridgeDevices';

/**
 * Shows the picked devices as a row of names with a button that picks more.
 *
 * @param node node that is edited
 * @param place element to fill
 * @param devices ids that are picked
 */
export function prepareDevices(node: EditorNode, place: JQuery, devices: readonly string[]): void {
  const chips = $('<span class="lighting-bridge-chips">');
  const message = $('<span class="lighting-bridge-devices-message" role="status">');
  const pick = $('<button type="button" class="red-ui-button red-ui-button-small">').text(
    sharedText('devices.pick'),
  );
  place.empty().addClass('lighting-bridge-devices').append(chips, pick, message);

  const show = (rids: readonly string[]): void => {
    place.data(dataName, rids);
    const known = knownResources(settingOf(node, 'bridge'));
    chips.empty();
    if (rids.length === 0) {
      $('<span class="lighting-bridge-picked-nothing">')
        .text(sharedText('devices.none'))
        .appendTo(chips);
    }
    for (const rid of rids) {
      const resource = known?.find((one) => one.rid === rid);
      chip(resource?.name ?? rid, known !== undefined && resource === undefined, () => {
        show(rids.filter((one) => one !== rid));
      }).appendTo(chips);
    }
  };

  pick.on('click', () => {
    const bridge = chosenBridge(node);
    if (bridge === undefined) {
      message.text(sharedText('target.noBridge'));
      return;
    }
    message.text('');
    openPicker({
      target: place,
      bridge,
      label: sharedText('devices.pick'),
      accepts: ({ rtype }) => rtype === 'device',
      picked: pickedDevices(place),
      many: true,
      onPick: (resources) => show(resources.map(({ rid }) => rid)),
      onClose: () => pick.trigger('focus'),
    });
  });

  show(devices);
  void nameThem();

  async function nameThem(): Promise<void> {
    const bridge = chosenBridge(node);
    if (devices.length === 0 || bridge === undefined) return;
    try {
      await listResources(bridge);
      show(pickedDevices(place));
    } catch (error) {
      message.text(sharedText('target.unchecked', { reason: reasonOf(error) }));
    }
  }
}

/** Ids of the devices that are picked now. */
export function pickedDevices(place: JQuery): string[] {
  const picked: unknown = place.data(dataName);
  return Array.isArray(picked) ? picked.filter((rid) => typeof rid === 'string') : [];
}

function chip(name: string, gone: boolean, remove: () => void): JQuery {
  const clear = $('<button type="button" class="lighting-bridge-clear">')
    .attr('aria-label', sharedText('devices.remove', { name }))
    .append('<i class="fa fa-times" aria-hidden="true"></i>')
    .on('click', remove);
  return $('<span class="lighting-bridge-chip">')
    .toggleClass('lighting-bridge-picked-gone', gone)
    .attr('title', gone ? sharedText('target.gone') : null)
    .append($('<span>').text(name), clear);
}
