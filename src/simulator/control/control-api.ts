import * as v from 'valibot';
import { isObject } from '../../resources';
import { jsonAnswer } from '../answer';
import type { Answer } from '../answer';
import type { House } from '../behaviours';
import type { ControlState, LinkButton, SeenRequest, SimulatedBridge } from '../control-protocol';
import type { Faults } from '../faults';
import { firstSentence } from '../first-sentence';
import { changeInTheHouse } from '../in-the-house';
import type { KeyRing } from '../key-ring';
import type { LinkButton as Button } from '../link-button';
import { parseBody } from '../read-body';
import { Refusal } from '../refusal';
import type { RecordedRequest, RequestLog } from '../request-log';
import { activeFaults, activeFaultsSchema, replaceFaults } from './fault-schema';

/** What the control port shows and changes. */
export interface ControlContext {
  bridge: SimulatedBridge;
  house: House;
  faults: Faults;
  linkButton: Button;
  log: RequestLog;
  keys: KeyRing;
}

/**
 * Answers a request of the control port.
 *
 * @param body body as it came
 * @returns the answer, or undefined when there is no such path
 * @throws Refusal where the request is wrong
 */
export function answerControl(
  context: ControlContext,
  method: string,
  path: string,
  body: string,
): Answer | undefined {
  if (path === '/api/state') return only(method, 'GET', () => stateOf(context));
  if (path === '/api/requests') return only(method, 'GET', () => seenRequests(context));
  if (path === '/api/faults') {
    return only(method, 'POST', () => {
      const check = v.safeParse(activeFaultsSchema, parseBody(body));
      if (!check.success) throw new Refusal(400, firstSentence(check.issues));
      replaceFaults(context.faults, check.output);
      return activeFaults(context.faults);
    });
  }
  if (path === '/api/link-button') {
    return only(method, 'POST', () => {
      context.linkButton.press();
      return linkButtonState(context.linkButton);
    });
  }
  const [, rid] = /^\/api\/resource\/([^/]+)$/.exec(path) ?? [];
  if (rid === undefined) return undefined;
  return only(method, 'POST', () => {
    const part = parseBody(body);
    if (!isObject(part)) throw new Refusal(400, 'Send an object with the members to change.');
    return changeInTheHouse(context.house, rid, part);
  });
}

function only(method: string, allowed: string, answer: () => unknown): Answer {
  if (method !== allowed) throw new Refusal(405, `Only ${allowed} is available here.`);
  return jsonAnswer(200, answer(), { 'cache-control': 'no-store' });
}

const stateOf = ({ bridge, house, faults, linkButton }: ControlContext): ControlState => ({
  bridge,
  resources: house.home.all(),
  faults: activeFaults(faults),
  linkButton: linkButtonState(linkButton),
});

const seenRequests = ({ log, keys }: ControlContext): readonly SeenRequest[] =>
  log.requests.map((request) => seenRequest(request, keys));

/** When the button ends to count as pressed. */
export const linkButtonState = ({ pressedUntil }: Button): LinkButton => ({
  pressedUntil: pressedUntil?.toISOString() ?? null,
});

/** A request as the page shows it: without headers, every key blotted out. */
export const seenRequest = (request: RecordedRequest, keys: KeyRing): SeenRequest => ({
  number: request.number,
  at: request.at.toISOString(),
  method: request.method,
  path: keys.hide(request.path),
  body: keys.hide(request.body).slice(0, 2048),
  status: request.status === 0 ? null : request.status,
  answer: keys.hide(request.answer),
  duration: Math.round(request.duration * 10) / 10,
});
