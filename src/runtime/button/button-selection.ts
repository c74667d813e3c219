import type { Mirror } from '../../bridge';
import { idPattern, member } from '../../resources';
import type { Resource } from '../../resources';
import { resolveAddress } from '../../vocabulary';
import type { ResourceIndex } from '../../vocabulary';
import { commandError } from '../command-error';
import type { KnownHome } from '../known-home';
import { buttonTypes } from './button-of';

/** Says which buttons a node is about. */
export type ButtonSelection = (resource: Resource) => boolean;

/** Age up to which the known home is not read again for a name that fits nothing, in ms. */
const longEnough = 60_000;

/**
 * Works out which buttons are meant.
 *
 * @param address id, name or `Room/Name` of a device or of one button, which is named after its device
 *   and its number, such as `Dimmer 2`; empty for all
 * @throws BridgeError ERR_BRIDGE_UNKNOWN_TARGET when a name fits nothing or several
 */
export async function selectButtons(home: KnownHome, address: string): Promise<ButtonSelection> {
  if (address === '') return () => true;
  if (idPattern.test(address)) return belongsTo(address);
  const known = find(await home.read(), address);
  const found = known.ok ? known : find(await home.read(longEnough), address);
  if (found.ok) return belongsTo(found.value.rid);
  throw commandError(found.problem, 'ERR_BRIDGE_UNKNOWN_TARGET');
}

const belongsTo =
  (rid: string): ButtonSelection =>
  (resource) =>
    resource.id === rid || member(resource, 'owner', 'rid') === rid;

/** The device of that name; else one of its buttons. */
function find(mirror: Mirror, address: string): ReturnType<typeof resolveAddress> {
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
