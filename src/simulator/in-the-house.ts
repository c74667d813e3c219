import { checkBody, hasOperation, isResourceType } from '../resources';
import type { Resource } from '../resources';
import { behaviours } from './behaviours';
import type { Body, House } from './behaviours';
import { Refusal } from './refusal';

/**
 * Changes a resource as somebody in the house would: what could be a command has the same
 * effects as one, so that a grouped light sets its lamps; anything else, such as what a sensor reports,
 * is laid over the resource.
 *
 * @returns the state afterwards
 * @throws Refusal 404 when there is no such resource, 400 when it cannot do what it should
 */
export function changeInTheHouse(house: House, rid: string, part: Body): Resource {
  const resource = house.home.get(rid);
  if (resource === undefined) throw new Refusal(404, `There is no resource ${rid}.`);
  const { type } = resource;
  if (isResourceType(type) && hasOperation(type, 'update')) {
    const update = behaviours[type]?.update;
    const check = checkBody(type, 'update', part);
    if (check.ok && update !== undefined) {
      update(house, resource, check.body.members);
      return house.home.get(rid) ?? resource;
    }
  }
  return house.home.change(rid, part);
}
