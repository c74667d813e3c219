import { validateWriteBody, supportsOperation, isKnownResourceType } from '../../resources';
import type { Resource, Members } from '../../resources';
import { getResourceWriteHandler } from '../handlers';
import type { SimulationContext } from '../handlers';
import { SimulatorHttpError } from '../http/simulator-http-error';

/**
 * Applies a change that comes from the home instead of the API, such as a sensor report or a press
 * of a switch. A valid command has all its effects: a grouped light sets its lamps. Any other
 * change is merged into the resource.
 *
 * @returns the new state
 * @throws SimulatorHttpError 404 if there is no such resource, 400 if the handler rejects the
 *   command
 */
export function applyExternalChange(
  simulation: SimulationContext,
  rid: string,
  change: Members,
): Resource {
  const resource = simulation.home.get(rid);
  if (resource === undefined) throw new SimulatorHttpError(404, `There is no resource ${rid}.`);
  const { type } = resource;
  if (isKnownResourceType(type) && supportsOperation(type, 'update')) {
    const update = getResourceWriteHandler(type)?.update;
    const check = validateWriteBody(type, 'update', change);
    if (check.ok && update !== undefined) {
      update(simulation, resource, check.body.members);
      return simulation.home.get(rid) ?? resource;
    }
  }
  return simulation.home.change(rid, change);
}
