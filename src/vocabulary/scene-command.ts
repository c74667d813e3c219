import { isObject, longestTransition, nearest, pathOf } from '../resources';
import { parseSwitch, readDuration, readNumber } from './amounts';
import { onlyMembers } from './members';
import { plainJson } from './plain-json';
import { accept, refuse } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';

/** What people write, and the word of the service for it. Hue CLIP API reference, `scene`, `recall`. */
const actions: ReadonlyMap<string, string> = new Map([
  ['activate', 'active'],
  ['active', 'active'],
  ['dynamic', 'dynamic_palette'],
  ['dynamic_palette', 'dynamic_palette'],
  ['static', 'static'],
]);

const words = ['action', 'brightness', 'transition'];
const serviceWords = ['action', 'duration', 'dimming'];
const startsOnly =
  'true, "dynamic", or an object with brightness or transition; a scene cannot be stopped, only its lamps turned off';

/**
 * Reads how a flow wants an ordinary scene recalled.
 *
 * @param payload true, "activate" or "on"; "dynamic" to let its colours move, "static"; an object with
 *   `action` (one of these words), `brightness` (1 to 100) and `transition` (ms, or text such as "2s"); or
 *   `{recall}` as the service has it. Missing, it recalls the scene as it is
 * @returns the body of the PUT
 */
export function sceneCommand(payload: unknown, options: BodyOptions = {}): Result<Command> {
  const at = options.at ?? 'payload';
  if (payload === undefined) return checked({ action: 'active' }, options);
  const plain = plainJson(payload, at);
  if (!plain.ok) return plain;
  const recall = isObject(plain.value) ? readWish(plain.value, at) : readAction(plain.value, at);
  return recall.ok ? checked(recall.value, options) : recall;
}

type Recall = Record<string, unknown>;

const checked = (recall: Recall, options: BodyOptions): Result<Command> =>
  checkedBody('scene', 'update', { recall }, options);

function readAction(value: unknown, at: string): Result<Recall> {
  if (parseSwitch(value) === true) return accept({ action: 'active' });
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const action = actions.get(word);
  return action === undefined
    ? refuse(at, startsOnly, value, nearest(word, [...actions.keys()]))
    : accept({ action });
}

function readWish(wish: Recall, at: string): Result<Recall> {
  const { recall } = wish;
  if (recall !== undefined) {
    const alone = onlyMembers(wish, ['recall'], at);
    if (!alone.ok) return alone;
    if (!isObject(recall)) return readAction(recall, pathOf(at, 'recall'));
    const isService = Object.keys(recall).some((name) => name === 'duration' || name === 'dimming');
    // The check against the table says what is wrong with the service's own members.
    if (isService) return onlyMembers(recall, serviceWords, pathOf(at, 'recall'));
    return readWish(recall, pathOf(at, 'recall'));
  }
  const known = onlyMembers(wish, words, at, new Map([['duration', 'transition']]));
  if (!known.ok) return known;
  const action = readAction(wish['action'] ?? true, pathOf(at, 'action'));
  if (!action.ok) return action;
  const body = { ...action.value };
  if (wish['brightness'] !== undefined) {
    const brightness = readNumber(wish['brightness'], pathOf(at, 'brightness'), [1, 100], '%');
    if (!brightness.ok) return brightness;
    body['dimming'] = { brightness: brightness.value };
  }
  if (wish['transition'] !== undefined) {
    const { transition } = wish;
    const duration = readDuration(transition, pathOf(at, 'transition'), longestTransition);
    if (!duration.ok) return duration;
    body['duration'] = duration.value;
  }
  return accept(body);
}
