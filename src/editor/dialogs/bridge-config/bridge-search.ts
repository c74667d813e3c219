import {
  fetchDiscoveryProgress,
  requestDiscoveryStart,
  requestDiscoveryStop,
} from '../../routes/admin-route-client';
import { createTranslator } from '../../labels/translate';
import { BackgroundTask } from './background-task';
import { showMessage } from './button-request';
import type { BridgeListItem } from '../../routes/admin-route-client';

const text = createTranslator('bridge-config');

/** Lists results as they arrive. */
export function prepareBridgeSearch(onChoice: (bridge: BridgeListItem) => void): {
  cancel(): void;
} {
  const container = $('#bridge-config-found');
  const showBridges = (bridges: readonly BridgeListItem[], done: boolean): void => {
    const message = $('<p>').text(
      text(done ? (bridges.length === 0 ? 'find.none' : 'find.done') : 'find.searching'),
    );
    const list = $('<ul class="lighting-bridge-found">').append(
      bridges.map((bridge) => $('<li>').append(createBridgeButton(bridge))),
    );
    container.empty().append(message, bridges.length > 0 ? list : $());
  };
  const createBridgeButton = (bridge: BridgeListItem): JQuery => {
    const { name, model, host, port, bridgeId } = bridge;
    return $('<button type="button" class="red-ui-button">')
      .append(
        $('<strong>').text(name || host),
        $('<span>').text([model, `${host}:${port}`, bridgeId].filter(Boolean).join(' · ')),
      )
      .on('click', () => {
        search.cancel();
        container.empty();
        onChoice(bridge);
      });
  };
  const search = new BackgroundTask({
    start: requestDiscoveryStart,
    fetchProgress: fetchDiscoveryProgress,
    stop: requestDiscoveryStop,
    onProgress({ bridges, done }) {
      showBridges(bridges, done);
      return done;
    },
    onError: (problem) => showMessage(container, 'bad', problem),
  });
  $('#bridge-config-find').on('click', () => {
    showBridges([], false);
    search.run();
  });
  return search;
}
