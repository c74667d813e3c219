import { getMember } from '../../resources';
import type { Resource } from '../../resources';
import { buttonEventNames, pressEventNames } from '../button-outputs';
import type { Entity, EntityNames } from './entity';

/**
 * A button, a bell or a dial: what it reports is an event.
 * https://www.home-assistant.io/integrations/event.mqtt/
 */
export function createButtonEntity(button: Resource, names: EntityNames): Entity {
  if (button.type === 'relative_rotary')
    return createEvent(
      { name: names.dial, device_class: 'button' },
      buttonEventNames.slice(pressEventNames.length),
    );
  if (button.type === 'bell_button')
    return createEvent({ device_class: 'doorbell' }, ['ring', ...listEvents(button)]);
  const number = getMember(button, 'metadata', 'control_id');
  const name = names.button(typeof number === 'number' ? number : 1);
  return createEvent({ name, device_class: 'button' }, listEvents(button));
}

/** What a press is to Home Assistant: `event_type` and what else is known of it. */
export const formatPress = (event: string, details: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ event_type: event, ...details });

const createEvent = (
  config: Readonly<Record<string, unknown>>,
  eventTypes: readonly string[],
): Entity => ({ component: 'event', config: { ...config, event_types: [...new Set(eventTypes)] } });

/** Events that a button lists; all that are known where it lists none. */
function listEvents(button: Resource): readonly string[] {
  const listed = getMember(button, 'button', 'event_values');
  const events: string[] = Array.isArray(listed)
    ? listed.filter((event): event is string => typeof event === 'string')
    : [];
  return events.length > 0 ? events : pressEventNames.filter((event) => event !== 'ring');
}
