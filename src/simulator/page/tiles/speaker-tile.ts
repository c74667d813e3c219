import { getNestedMember, getPlainValue, type Resource } from '../../../resources';
import { createButton, createElement } from '../element';
import type { ChangeResourceCallback, Tile } from './tile';

/** Shows the sound that is playing; a button mutes the speaker. */
export function createSpeakerTile(
  speaker: Resource,
  device: string,
  changeResource: ChangeResourceCallback,
): Tile {
  let isMuted = false;
  const mute = createButton(
    'Mute',
    () => changeResource(speaker.id, { mute: { mute: isMuted ? 'unmute' : 'mute' } }),
    { class: 'trigger', 'aria-label': `Mute ${device}` },
  );
  const soundText = createElement('span', { class: 'reading' });
  const tile = createElement(
    'div',
    { class: 'sensor', 'data-rid': speaker.id },
    createElement('span', { class: 'measure-name' }, 'Speaker'),
    mute,
    soundText,
  );
  return {
    element: tile,
    update(resourceState) {
      const sound = getPlainValue(resourceState);
      const isPlaying = typeof sound === 'string' && sound !== 'no_sound';
      isMuted = getNestedMember(resourceState, 'mute', 'mute') === 'mute';
      mute.setAttribute('aria-pressed', String(isMuted));
      const state = isPlaying ? `plays ${sound.replaceAll('_', ' ')}` : 'silent';
      soundText.textContent = isMuted ? `${state}, muted` : state;
      tile.classList.toggle('is-active', isPlaying);
    },
  };
}
