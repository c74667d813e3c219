import { isObject, longestSceneTransition, member, pathOf, sceneGroupTypes } from '../resources';
import type { Resource } from '../resources';
import { resolveAddress } from './address';
import { readDuration } from './amounts';
import { onlyMembers, without } from './members';
import { readName } from './name';
import { plainJson } from './plain-json';
import type { ResourceIndex } from './resource-index';
import { accept, refuse, refuseForState } from './result';
import type { Command, Result } from './result';
import { checkedBody } from './service-body';
import type { BodyOptions } from './service-body';
import { readRecall } from './smart-scene-recall';
import { readWeek } from './week';

/** What a smart scene command is read against. */
export interface SmartSceneOptions extends BodyOptions {
  /** Names, groups and scenes of the home. */
  home: ResourceIndex;
  /** The smart scene that is changed; undefined for a new one. */
  smartScene?: Resource | undefined;
}

const plainWords = ['name', 'group', 'week', 'transition', 'recall'];
const words = [...plainWords, 'metadata', 'week_timeslots', 'transition_duration', 'type'];

/** What people write, and what they mean by it. */
const elsewhere: ReadonlyMap<string, string> = new Map([
  ['room', 'group'],
  ['zone', 'group'],
  ['days', 'week'],
  ['schedule', 'week'],
  ['timeslots', 'week'],
  ['transitionTime', 'transition (in ms, or text such as "1min")'],
  ['state', 'recall'],
  ['active', 'recall'],
]);

/**
 * Reads what a flow wants of a smart scene: `{name, group, week, transition}`, or the service's own
 * body; for `recall` one of true, "activate", "on" and false, "deactivate", "off", or "toggle".
 *
 * @param payload what the flow sent; group and scenes are given by id or name. `recall` without a
 *   payload starts the smart scene
 * @param operation `create` for a new one, `update` for a change, `recall` to start or stop it
 * @returns the body of the POST or PUT (`recall` is a PUT). A problem with `needs: 'state'` asks for
 *   the smart scene's state.
 */
export function smartSceneCommand(
  payload: unknown,
  operation: 'create' | 'update' | 'recall',
  options: SmartSceneOptions,
): Result<Command> {
  const at = options.at ?? 'payload';
  if (operation === 'recall' && payload === undefined) {
    return checkedBody('smart_scene', 'update', { recall: { action: 'activate' } }, options);
  }
  const plain = plainJson(payload, at);
  if (!plain.ok) return plain;
  if (operation === 'recall') {
    const recall = readRecall(plain.value, at, options.smartScene);
    return recall.ok
      ? checkedBody('smart_scene', 'update', { recall: recall.value }, options)
      : recall;
  }
  return isObject(plain.value)
    ? written(plain.value, operation, { ...options, at })
    : refuse(at, `an object with ${plainWords.join(', ')}`, payload);
}

type Context = SmartSceneOptions & { at: string };
type Members = Record<string, unknown>;

function written(wish: Members, operation: 'create' | 'update', options: Context): Result<Command> {
  const { at } = options;
  const known = onlyMembers(wish, words, at, elsewhere);
  if (!known.ok) return known;
  for (const [plain, service] of twice) {
    if (wish[plain] !== undefined && wish[service] !== undefined) {
      return refuse(at, `either ${plain} or ${service}, not both`, wish);
    }
  }
  const body = without(wish, plainWords);
  for (const read of [
    readNameWord,
    readGroupWord,
    readWeekWord,
    readTransitionWord,
    readRecallWord,
  ]) {
    const part = read(wish, operation, options);
    if (!part.ok) return part;
    Object.assign(body, part.value);
  }
  return Object.keys(body).length === 0
    ? refuse(at, `something to do, such as ${plainWords.join(', ')}`, wish)
    : checkedBody('smart_scene', operation, body, options);
}

const twice = [
  ['name', 'metadata'],
  ['week', 'week_timeslots'],
  ['transition', 'transition_duration'],
] as const;

type WordReader = (
  wish: Members,
  operation: 'create' | 'update',
  options: Context,
) => Result<Members>;

const readNameWord: WordReader = ({ name, metadata }, operation, { at }) => {
  const needed = operation === 'create' && metadata === undefined;
  if (name === undefined && !needed) return accept({});
  const called = readName(name, pathOf(at, 'name'));
  return called.ok ? accept({ metadata: { name: called.value } }) : called;
};

const readGroupWord: WordReader = ({ group }, operation, options) => {
  const at = pathOf(options.at, 'group');
  if (operation === 'update') {
    return group === undefined
      ? accept({})
      : refuse(at, 'nothing here: a smart scene stays with its room or zone', group);
  }
  if (isObject(group)) return accept({ group });
  const target = resolveAddress(options.home, group, sceneGroupTypes, at);
  if (!target.ok) return target;
  const { rid, rtype } = target.value;
  return rtype === undefined
    ? refuse(at, 'the name of a room or zone, or {rid, rtype}: this id is not known', group)
    : accept({ group: { rid, rtype } });
};

const readWeekWord: WordReader = (wish, operation, options) => {
  const { week } = wish;
  const at = pathOf(options.at, 'week');
  if (week === undefined) {
    const needed = operation === 'create' && wish['week_timeslots'] === undefined;
    return needed ? refuse(at, 'a list of {days, slots: [{at, scene}]}', week) : accept({});
  }
  const group = groupOf(wish, operation, options);
  if (!group.ok) return group;
  const timeslots = readWeek(week, at, (scene, path) =>
    readScene(scene, path, group.value, options.home),
  );
  return timeslots.ok ? accept({ week_timeslots: timeslots.value }) : timeslots;
};

const readTransitionWord: WordReader = ({ transition }, _operation, { at }) => {
  if (transition === undefined) return accept({});
  const duration = readDuration(transition, pathOf(at, 'transition'), longestSceneTransition);
  return duration.ok ? accept({ transition_duration: duration.value }) : duration;
};

const readRecallWord: WordReader = ({ recall }, _operation, { at, smartScene }) => {
  if (recall === undefined) return accept({});
  const read = readRecall(recall, pathOf(at, 'recall'), smartScene);
  return read.ok ? accept({ recall: read.value }) : read;
};

/** Id of the room or zone whose scenes a week may name. */
function groupOf(wish: Members, operation: 'create' | 'update', options: Context): Result<string> {
  if (operation === 'update') {
    const group = member(options.smartScene, 'group', 'rid');
    return typeof group === 'string'
      ? accept(group)
      : refuseForState(
          pathOf(options.at, 'week'),
          'a smart scene whose room is known',
          wish['week'],
        );
  }
  const group = readGroupWord(wish, operation, options);
  if (!group.ok) return group;
  const rid = member(group.value, 'group', 'rid');
  return typeof rid === 'string'
    ? accept(rid)
    : refuse(
        pathOf(options.at, 'group'),
        'the name of a room or zone, or {rid, rtype}',
        wish['group'],
      );
}

/** Finds a scene among those of one room or zone. */
function readScene(value: unknown, at: string, group: string, home: ResourceIndex): Result<string> {
  const inGroup: ResourceIndex = {
    get: (rid) => home.get(rid),
    byType: (rtype) =>
      home.byType(rtype).filter((resource) => member(resource, 'group', 'rid') === group),
    name: (rid) => home.name(rid),
    room: (rid) => home.room(rid),
  };
  const address = isObject(value) && value['rtype'] === 'scene' ? value['rid'] : value;
  const target = resolveAddress(inGroup, address, ['scene'], at);
  if (!target.ok) return target;
  const { rid, resource } = target.value;
  const strays = resource !== undefined && member(resource, 'group', 'rid') !== group;
  return strays
    ? refuse(at, `a scene of ${home.name(group) ?? group}`, home.name(rid) ?? rid)
    : accept(rid);
}
