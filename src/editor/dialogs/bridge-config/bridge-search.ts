import {
  fetchDiscoveryProgress,
  requestDiscoveryStart,
  requestDiscoveryStop,
} from '../../routes/admin-route-client';
import { pollBackgroundTask } from './poll-background-task';
import type { BridgeListItem } from '../../routes/admin-route-client';
import type { PolledBackgroundTask } from './poll-background-task';
import type { Translate } from '../../labels/translate';

interface BridgeSearchDialogOptions {
  button: JQuery;
  container: JQuery;
  text: Translate;
  onChoice: (bridge: BridgeListItem) => void;
}

export interface BridgeSearch {
  cancel(): void;
}

/** Makes the button start a network search. Lists results as they arrive. */
export function prepareBridgeSearch({
  button,
  container,
  text,
  onChoice,
}: BridgeSearchDialogOptions): BridgeSearch {
  let search: PolledBackgroundTask | undefined;
  let searchEnd: Promise<void> | undefined;
  const cancelSearch = (): void => {
    searchEnd = search?.cancel() ?? searchEnd;
    search = undefined;
  };

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
        cancelSearch();
        container.empty();
        onChoice(bridge);
      });
  };

  button.on('click', () => {
    cancelSearch();
    showBridges([], false);
    search = pollBackgroundTask({
      afterPrevious: searchEnd,
      start: requestDiscoveryStart,
      fetchProgress: fetchDiscoveryProgress,
      stop: requestDiscoveryStop,
      onProgress({ bridges, done }) {
        showBridges(bridges, done);
        return done;
      },
      onError(problem) {
        container.empty().append($('<p class="lighting-bridge-bad">').text(problem));
      },
    });
  });
  return { cancel: cancelSearch };
}
