import { idPattern, isObject } from '../../resources';
import type { Resource, ResourceIdentifier } from '../../resources';
import { Refusal } from '../refusal';
import type { Behaviour, Body, House, Outcome } from './behaviour';
import { done } from './behaviour';

/** How long an automation takes to start, in ms. */
const startLength = 1_000;

function create(house: House, instance: Resource): Resource {
  scriptOf(house, instance['script_id']);
  return {
    metadata: {},
    state: {},
    ...instance,
    dependees: dependeesOf(instance['configuration']),
    status: instance['enabled'] === true ? 'initializing' : 'disabled',
    last_error: '',
  };
}

function created(house: House, instance: Resource): void {
  if (instance['enabled'] === true) startLater(house, instance);
}

function update(house: House, instance: Resource, { trigger, ...body }: Body): Outcome {
  const { home } = house;
  if (trigger !== undefined) refuseTrigger(house, instance);
  const { enabled, configuration } = body;
  const turned = typeof enabled === 'boolean' && enabled !== instance['enabled'];
  const changed = home.change(instance.id, {
    ...body,
    ...(configuration === undefined ? {} : { dependees: dependeesOf(configuration) }),
    ...(turned ? { status: enabled ? 'initializing' : 'disabled' } : {}),
  });
  if (turned && enabled) startLater(house, changed);
  return done;
}

function startLater({ home, timers, pace }: House, { id }: Resource): void {
  timers.after(startLength / pace, () => {
    if (home.get(id)?.['status'] === 'initializing') home.change(id, { status: 'running' });
  });
}

function scriptOf({ home }: House, scriptId: unknown): Resource {
  const script = typeof scriptId === 'string' ? home.get(scriptId) : undefined;
  if (script?.type === 'behavior_script') return script;
  throw new Refusal(
    400,
    `invalid value in body at (.script_id): there is no behavior_script ${String(scriptId)}`,
  );
}

/** In the words of real bridges (Hue CLIP API reference, behavior_instance). */
function refuseTrigger(house: House, instance: Resource): void {
  const schema = scriptOf(house, instance['script_id'])['trigger_schema'];
  if (isObject(schema) && Object.keys(schema).length > 0) return;
  throw new Refusal(400, "The instance doesn't support triggers.");
}

/**
 * Everything that a configuration refers to: `rid` and `rtype` are the service document's shape, the
 * other members that of real bridges.
 */
function dependeesOf(configuration: unknown): Record<string, unknown>[] {
  const found = new Map<string, ResourceIdentifier>();
  collect(configuration, found);
  return [...found.values()].map((target) => ({
    ...target,
    type: 'ResourceDependee',
    target,
    level: 'critical',
  }));
}

function collect(value: unknown, found: Map<string, ResourceIdentifier>): void {
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, found);
    return;
  }
  if (!isObject(value)) return;
  const { rid, rtype } = value;
  if (typeof rid === 'string' && idPattern.test(rid) && typeof rtype === 'string') {
    found.set(rid, { rid, rtype });
  }
  for (const inner of Object.values(value)) collect(inner, found);
}

/** An automation. Service document, section 2.8. */
export const behaviorInstanceBehaviour: Behaviour = { create, created, update };
