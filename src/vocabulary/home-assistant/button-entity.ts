import { getNumericMember, listButtonEvents } from '../../resources';
import type { Resource, Members } from '../../resources';
import type { HomeAssistantEntity, FallbackEntityNames } from './entity';

/** https://www.home-assistant.io/integrations/event.mqtt/ */
export function createButtonEntity(
  button: Resource,
  names: FallbackEntityNames,
): HomeAssistantEntity {
  const events = listButtonEvents(button);
  if (button.type === 'relative_rotary')
    return createEvent({ name: names.dial, device_class: 'button' }, events);
  if (button.type === 'bell_button') return createEvent({ device_class: 'doorbell' }, events);
  const name = names.button(getNumericMember(button, 'metadata', 'control_id') ?? 1);
  return createEvent({ name, device_class: 'button' }, events);
}

/** `event_type` with further members. */
export const formatButtonPressEvent = (event: string, details: Members): string =>
  JSON.stringify({ event_type: event, ...details });

const createEvent = (config: Members, eventTypes: readonly string[]): HomeAssistantEntity => ({
  component: 'event',
  config: { ...config, event_types: eventTypes },
});
