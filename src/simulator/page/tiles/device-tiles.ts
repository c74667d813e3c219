import { getNestedMember } from '../../../resources/members';
import { getPlainValue } from '../../../resources/table';
import type { Resource } from '../../../resources/resource';
import { isLowCharge } from '../../../resources/low-charge';
import { createElement, createButton } from '../../../drawing/element';
import { getText, getValueText } from '../texts';
import { createMeasureName, createSensorElement } from './tile';
import type { Tile, TileFactory } from './tile';

/** Hue CLIP API reference, device_software_update. */
const updateStates = ['no_update', 'update_pending', 'ready_to_install', 'installing'];

export const createSoftwareTile: TileFactory = (software, device, changeResource) => {
  const field = createElement('select', { 'aria-label': getText('home.softwareOf', { device }) });
  for (const state of updateStates) field.append(createOption(state));
  field.addEventListener('change', () => changeResource(software.id, { state: field.value }));
  return {
    element: createElement(
      'div',
      { class: 'software', 'data-rid': software.id },
      createElement('span', { class: 'tile-name' }, device),
      field,
    ),
    update(resourceState) {
      const reportedState = getNestedMember(resourceState, 'state');
      const state = typeof reportedState === 'string' ? reportedState : '';
      if (![...field.options].some(({ value }) => value === state))
        field.append(createOption(state));
      field.value = state;
    },
  };
};

const createOption = (state: string): HTMLOptionElement =>
  createElement('option', { value: state }, getValueText('update', state || 'unknown'));

/** In percent. */
export function createBatteryTile(power: Resource): Tile {
  const levelText = createElement('span', { class: 'battery', 'data-rid': power.id });
  return {
    element: levelText,
    update(resourceState) {
      const level = getNestedMember(resourceState, 'power_state', 'battery_level');
      levelText.hidden = typeof level !== 'number';
      if (typeof level === 'number') levelText.textContent = getText('battery.level', { level });
      levelText.classList.toggle('is-low', isLowCharge(level));
    },
  };
}

/** Shows the playing sound; a button mutes the speaker. */
export const createSpeakerTile: TileFactory = (speaker, device, changeResource) => {
  let isMuted = false;
  const mute = createButton(
    getText('speaker.mute'),
    () => changeResource(speaker.id, { mute: { mute: isMuted ? 'unmute' : 'mute' } }),
    { class: 'trigger', 'aria-label': getText('speaker.muteOf', { device }) },
  );
  const name = createMeasureName(getText('speaker.name'));
  const { element, reading } = createSensorElement(speaker, name, mute);
  return {
    element,
    update(resourceState) {
      const sound = getPlainValue(resourceState);
      const isPlaying = typeof sound === 'string' && sound !== 'no_sound';
      isMuted = getNestedMember(resourceState, 'mute', 'mute') === 'mute';
      mute.setAttribute('aria-pressed', String(isMuted));
      reading.textContent = isPlaying
        ? getText(isMuted ? 'speaker.playsMuted' : 'speaker.plays', {
            sound: sound.replaceAll('_', ' '),
          })
        : getText(isMuted ? 'speaker.silentMuted' : 'speaker.silent');
      element.classList.toggle('is-active', isPlaying);
    },
  };
};
