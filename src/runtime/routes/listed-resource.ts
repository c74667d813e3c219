import type { Mirror } from '../../bridge';
import { definitionOf, isObject, isResourceType, member } from '../../resources';
import type { Resource } from '../../resources';
import { mirekToXy } from '../../units/planckian-locus';
import { buttonOf, buttonTypes } from '../button/button-of';
import type { ListedResource, ListedState } from './answers';
import { rgbToHex, xyToRgb } from '../../units/xy';

/** One resource, as a picker shows it. */
export function listResource(mirror: Mirror, resource: Resource): ListedResource {
  const { id: rid, type: rtype } = resource;
  const room = mirror.room(rid);
  return {
    rid,
    rtype,
    name: mirror.name(rid) ?? rid,
    room: room === undefined ? null : { rid: room.id, name: mirror.name(room.id) ?? room.id },
    state: stateOf(resource),
    ...buttonsOf(mirror, resource),
  };
}

/** What can be pressed on a device, or is one of its buttons. */
function buttonsOf(mirror: Mirror, resource: Resource): Pick<ListedResource, 'buttons'> {
  const services = resource.type === 'device' ? member(resource, 'services') : undefined;
  const rids = Array.isArray(services)
    ? services.map((service: unknown) => member(service, 'rid'))
    : [resource.id];
  const buttons = rids
    .map((rid) => (typeof rid === 'string' ? mirror.get(rid) : undefined))
    .filter((service) => buttonTypes.some((rtype) => rtype === service?.type))
    .map((service) => String(buttonOf(service) ?? ''))
    .filter((button) => button !== '');
  return buttons.length === 0 ? {} : { buttons };
}

function stateOf(resource: Resource): ListedState {
  const on = member(resource, 'on', 'on');
  if (typeof on !== 'boolean') return textState(resource);
  const brightness = member(resource, 'dimming', 'brightness');
  const color = colorOf(resource);
  return {
    on,
    ...(typeof brightness === 'number' ? { brightness } : {}),
    ...(color === undefined ? {} : { color }),
  };
}

function textState(resource: Resource): ListedState {
  const value = isResourceType(resource.type)
    ? definitionOf(resource.type).value(resource)
    : undefined;
  return ['string', 'number', 'boolean'].includes(typeof value) ? { text: String(value) } : {};
}

/** What the lamp's light looks like: its colour temperature while that is what it shows, else its colour. */
function colorOf(resource: Resource): string | undefined {
  const mirek = member(resource, 'color_temperature', 'mirek');
  if (typeof mirek === 'number' && member(resource, 'color_temperature', 'mirek_valid') !== false) {
    return rgbToHex(xyToRgb(mirekToXy(mirek)));
  }
  const xy = member(resource, 'color', 'xy');
  if (!isObject(xy) || typeof xy['x'] !== 'number' || typeof xy['y'] !== 'number') return undefined;
  return rgbToHex(xyToRgb({ x: xy['x'], y: xy['y'] }));
}
