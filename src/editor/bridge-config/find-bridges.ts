import { askDiscovery, startDiscovery, stopDiscovery } from '../bridge-routes';
import { followJob } from './route-job';
import type { FoundBridge } from '../bridge-routes';
import type { FollowedJob } from './route-job';
import type { Texts } from '../texts';

/** Where bridges that were found are shown, and what happens with the chosen one. */
export interface FindBridges {
  button: JQuery;
  place: JQuery;
  text: Texts;
  onChoice: (bridge: FoundBridge) => void;
}

/** Makes the button search the network: a list that fills while the search runs. */
export function prepareFindBridges({ button, place, text, onChoice }: FindBridges): {
  cancel(): void;
} {
  let search: FollowedJob | undefined;
  let ended: Promise<void> | undefined;
  const end = (): void => {
    ended = search?.cancel() ?? ended;
    search = undefined;
  };

  const show = (bridges: readonly FoundBridge[], done: boolean): void => {
    const message = $('<p>').text(
      text(done ? (bridges.length === 0 ? 'find.none' : 'find.done') : 'find.searching'),
    );
    const list = $('<ul class="lighting-bridge-found">').append(
      bridges.map((bridge) => $('<li>').append(foundButton(bridge))),
    );
    place.empty().append(message, bridges.length > 0 ? list : $());
  };
  const foundButton = (bridge: FoundBridge): JQuery => {
    const { name, model, host, port, bridgeId } = bridge;
    return $('<button type="button" class="red-ui-button">')
      .append(
        $('<strong>').text(name || host),
        $('<span>').text([model, `${host}:${port}`, bridgeId].filter(Boolean).join(' · ')),
      )
      .on('click', () => {
        end();
        place.empty();
        onChoice(bridge);
      });
  };

  button.on('click', () => {
    end();
    show([], false);
    search = followJob({
      after: ended,
      start: startDiscovery,
      read: askDiscovery,
      stop: stopDiscovery,
      onProgress({ bridges, done }) {
        show(bridges, done);
        return done;
      },
      onProblem(problem) {
        place.empty().append($('<p class="lighting-bridge-bad">').text(problem));
      },
    });
  });
  return { cancel: end };
}
