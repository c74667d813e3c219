import { askPairing, startPairing, stopPairing } from '../bridge-routes';
import { followJob } from './route-job';
import type { PairingProgress } from '../bridge-routes';
import type { ConnectionSettings } from '../connection-settings';
import type { FollowedJob } from './route-job';
import type { Texts } from '../texts';

/** Where pairing is shown, whom to pair with, and what happens when it is done. */
export interface GetKey {
  button: JQuery;
  place: JQuery;
  text: Texts;
  connection: () => ConnectionSettings & { bridge: string };
  onPaired: (pairing: Extract<PairingProgress, { state: 'paired' }>, id: string) => void;
  /** The certificate is not the trusted one. */
  onUntrusted: () => void;
}

/** Makes the button ask the bridge for a key while the person presses the button on the bridge. */
export function prepareGetKey({ button, place, text, connection, onPaired, onUntrusted }: GetKey): {
  cancel(): void;
  /** Cancels, and says nothing more of it. */
  clear(): void;
} {
  let pairing: FollowedJob | undefined;
  let ended: Promise<void> | undefined;
  const end = (): void => {
    ended = pairing?.cancel() ?? ended;
    pairing = undefined;
    button.prop('disabled', false);
  };
  const say = (kind: 'good' | 'bad', sentence: string): void => {
    place.empty().append($(`<p class="lighting-bridge-${kind}">`).text(sentence));
  };

  const sentence = $('<p>');
  const cancel = $('<button type="button" class="red-ui-button red-ui-button-small">')
    .text(text('pair.cancel'))
    .on('click', () => {
      end();
      say('bad', text('pair.cancelled'));
      button.trigger('focus');
    });

  const progressed = (progress: PairingProgress, id: string): boolean => {
    switch (progress.state) {
      case 'waiting':
        sentence.text(text('pair.waiting', { seconds: progress.secondsLeft }));
        return false;
      case 'paired':
        onPaired(progress, id);
        say('good', text('pair.paired'));
        break;
      case 'cancelled':
        say('bad', text('pair.cancelled'));
        break;
      case 'failed':
        say('bad', progress.error.message);
        if (progress.error.code === 'ERR_BRIDGE_UNTRUSTED') onUntrusted();
    }
    button.prop('disabled', false);
    return true;
  };

  button.on('click', () => {
    end();
    button.prop('disabled', true);
    place.empty().append(sentence.text(text('pair.starting')), cancel.detach());
    pairing = followJob({
      after: ended,
      start() {
        const { bridge, host, port, fingerprint, bridgeId } = connection();
        return startPairing({ bridge, host, port, fingerprint, bridgeId });
      },
      read: askPairing,
      stop: stopPairing,
      onProgress: progressed,
      onProblem(problem) {
        say('bad', problem);
        button.prop('disabled', false);
      },
    });
  });
  return {
    cancel: end,
    clear() {
      end();
      place.empty();
    },
  };
}
