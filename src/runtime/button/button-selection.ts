import type { Mirror } from '../../bridge';
import { idPattern, member } from '../../resources';
import { accept, resolveAddress } from '../../vocabulary';
import type { ResourceIndex, Result, Target } from '../../vocabulary';
import { goodEnough } from '../known-home';
import type { KnownHome } from '../known-home';
import type { Selection } from '../watched-selection';
import { buttonTypes } from './button-of';

/**
 * Works out which buttons are meant.
 *
 * @param address id, name or `Room/Name` of a device or of one button, which is named after its device
 *   and its number, such as `Dimmer 2`; empty for all
 * @returns a problem when a name fits nothing or several
 * @throws {BridgeError} when the bridge has to be read and cannot be
 */
export async function selectButtons(home: KnownHome, address: string): Promise<Result<Selection>> {
  if (address === '') return accept(() => true);
  if (idPattern.test(address)) return accept(belongsTo(address));
  const found = await home.find((mirror) => find(mirror, address), goodEnough.forWatching, true);
  return found.ok ? accept(belongsTo(found.value.rid)) : found;
}

const belongsTo =
  (rid: string): Selection =>
  (resource) =>
    resource.id === rid || member(resource, 'owner', 'rid') === rid;

/** The device of that name; else one of its buttons. */
function find(mirror: Mirror, address: string): Result<Target> {
  const device = resolveAddress(devicesWithButtons(mirror), address, ['device']);
  return device.ok ? device : resolveAddress(mirror, address, buttonTypes);
}

/** The home with only those devices that have something to press, so that a lamp of the same name does not count. */
function devicesWithButtons(mirror: Mirror): ResourceIndex {
  const owners = new Set(
    buttonTypes.flatMap((rtype) =>
      mirror.byType(rtype).map((button) => member(button, 'owner', 'rid')),
    ),
  );
  const devices = mirror.byType('device').filter(({ id }) => owners.has(id));
  return {
    get: (rid) => mirror.get(rid),
    byType: (rtype) => (rtype === 'device' ? devices : mirror.byType(rtype)),
    name: (rid) => mirror.name(rid),
    room: (rid) => mirror.room(rid),
  };
}
