import { translateShared } from '../labels/translate';
import type { BridgeChoice } from './named-bridge';
import type { PickerSelectionMode } from './resource-tree';

/** The elements of a picker that it fills and listens to. */
export interface PickerElements {
  /** Contains all others. */
  content: JQuery;
  /** Select of the bridge; an empty set if there is only one. */
  bridgeSelect: JQuery;
  /** Box for all resources of the chosen bridge, before its text; an empty set if not offered. */
  allBox: JQuery;
  search: JQuery;
  refreshButton: JQuery;
  message: JQuery;
  tree: JQuery;
}

/**
 * Creates the elements of a picker.
 *
 * @param bridges offered if there are several
 * @param chosen id of the config node of the first shown bridge
 * @param offersAll true if all resources of a bridge may be picked at once, which needs several
 *   bridges
 */
export function createPickerElements(
  bridges: readonly BridgeChoice[],
  chosen: string,
  picks: PickerSelectionMode,
  offersAll: boolean,
): PickerElements {
  const isOfSeveral = bridges.length > 1;
  const bridgeSelect = isOfSeveral ? createBridgeSelect(bridges, chosen) : $();
  const allBox = isOfSeveral && offersAll ? $('<input type="checkbox">') : $();
  const allLabel =
    allBox.length === 0
      ? $()
      : $('<label class="lighting-bridge-picker-all">').append(allBox, $('<span>'));
  const search = $('<input type="text">').attr({
    placeholder: translateShared('picker.search'),
    'aria-label': translateShared('picker.search'),
  });
  const refreshButton = createRefreshButton();
  const message = $('<div class="lighting-bridge-picker-message" role="status">');
  const tree = $('<div class="lighting-bridge-picker-tree">');
  const header = $('<div class="lighting-bridge-picker-head">').append(
    $('<div class="lighting-bridge-picker-search">').append(search),
    refreshButton,
  );
  const hint =
    picks === 'one or several'
      ? $('<div class="lighting-bridge-picker-hint">').text(
          translateShared(isOfSeveral ? 'picker.severalBridges' : 'picker.several'),
        )
      : $();
  const content = $('<div class="lighting-bridge-picker">').append(
    bridgeSelect,
    allLabel,
    header,
    message,
    tree,
    hint,
  );
  return { content, bridgeSelect, allBox, search, refreshButton, message, tree };
}

function createBridgeSelect(bridges: readonly BridgeChoice[], chosen: string): JQuery {
  const select = $('<select class="lighting-bridge-picker-bridge">').attr(
    'aria-label',
    translateShared('row.bridge'),
  );
  for (const { configNodeId, label } of bridges)
    $('<option>').val(configNodeId).text(label).appendTo(select);
  return select.val(chosen);
}

const createRefreshButton = (): JQuery =>
  $('<button type="button" class="red-ui-button red-ui-button-small">')
    .attr({
      'aria-label': translateShared('picker.refresh'),
      title: translateShared('picker.refresh'),
    })
    .append('<i class="fa fa-refresh" aria-hidden="true"></i>');
