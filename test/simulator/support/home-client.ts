import assert from 'node:assert/strict';
import { getNestedMember } from '../../../src/resources/members';
import type { ResourceIdentifier } from '../../../src/resources/schemas';
import { createFixtureId } from '../../../src/simulator';
import type { Simulator } from '../../../src/simulator';
import { sendRequest } from './send-request';
import type { ReceivedResponse } from './send-request';

/** Path of a resource, or of all of its type. */
export const toPath = (rtype: string, rid = ''): string =>
  `/clip/v2/resource/${rtype}${rid === '' ? '' : `/${rid}`}`;

/** Changes the fixture home of a simulator over the wire; resources are named by their fixture keys. */
export class HomeClient {
  constructor(private readonly simulator: Simulator) {}

  readonly put = (rtype: string, key: string, body: unknown): Promise<ReceivedResponse> =>
    sendRequest(this.simulator, 'PUT', toPath(rtype, createFixtureId(`${rtype}/${key}`)), { body });

  /** @returns id of the new resource */
  readonly create = async (rtype: string, body: unknown): Promise<string> => {
    const answer = await sendRequest(this.simulator, 'POST', toPath(rtype), { body });
    assert.equal(answer.status, 200, answer.text);
    return String(answer.body.data[0]?.['rid']);
  };

  readonly delete = (rtype: string, rid: string): Promise<ReceivedResponse> =>
    sendRequest(this.simulator, 'DELETE', toPath(rtype, rid));

  /** A member of the state that the simulator holds. @param id such as `light/living-floor` */
  readonly getState = (id: string, ...steps: string[]): unknown =>
    getNestedMember(this.simulator.home.get(createFixtureId(id)), ...steps);
}

/** A reference to a resource of the fixture home. */
export const createReference = (rtype: string, key: string): ResourceIdentifier => ({
  rid: createFixtureId(`${rtype}/${key}`),
  rtype,
});

/** The ids in a list of references. */
export const listRids = (list: unknown): unknown[] =>
  (Array.isArray(list) ? list : []).map((entry: unknown) => getNestedMember(entry, 'rid'));
