import { idPattern } from '../../resources/identifiers';
import { isObject } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import type { ResourceIdentifier } from '../../resources/schemas';
import { isMotionZoneServiceType } from '../../resources/motion-zones';
import { SimulatorHttpError } from '../http';
import type { ResourceWriteHandler, SimulationContext } from './write-handler';

/** In ms. */
const startDuration = 1_000;

function scheduleStart({ home, timers, speedFactor }: SimulationContext, { id }: Resource): void {
  timers.after(startDuration / speedFactor, () => {
    if (home.get(id)?.['status'] === 'initializing') home.change(id, { status: 'running' });
  });
}

function getScript({ home }: SimulationContext, scriptId: unknown): Resource {
  const script = typeof scriptId === 'string' ? home.get(scriptId) : undefined;
  if (script?.type === 'behavior_script') return script;
  throw new SimulatorHttpError(
    400,
    `invalid value in body at (.script_id): there is no behavior_script ${String(scriptId)}`,
  );
}

/** As on real bridges (Hue CLIP API reference, behavior_instance). */
function assertTriggerSupported(simulation: SimulationContext, instance: Resource): void {
  const schema = getScript(simulation, instance['script_id'])['trigger_schema'];
  if (isObject(schema) && Object.keys(schema).length > 0) return;
  throw new SimulatorHttpError(400, "The instance doesn't support triggers.");
}

/** As on real bridges, whose words are unknown (home-assistant/core#153935). */
function assertSwitchable(instance: Resource): void {
  const references = new Map<string, ResourceIdentifier>();
  collectReferences([instance['dependees'], instance['configuration']], references);
  const isOfMotionZone = [...references.values()].some(
    ({ rtype }) => rtype === 'motion_area_configuration' || isMotionZoneServiceType(rtype),
  );
  if (isOfMotionZone) throw new SimulatorHttpError(400, "The instance can't be switched.");
}

/** `rid` and `rtype` are the service document's shape, the others that of real bridges. */
function listDependees(configuration: unknown): Record<string, unknown>[] {
  const references = new Map<string, ResourceIdentifier>();
  collectReferences(configuration, references);
  return [...references.values()].map((target) => ({
    ...target,
    type: 'ResourceDependee',
    target,
    level: 'critical',
  }));
}

function collectReferences(value: unknown, references: Map<string, ResourceIdentifier>): void {
  if (Array.isArray(value)) {
    for (const entry of value) collectReferences(entry, references);
    return;
  }
  if (!isObject(value)) return;
  const { rid, rtype } = value;
  if (typeof rid === 'string' && idPattern.test(rid) && typeof rtype === 'string') {
    references.set(rid, { rid, rtype });
  }
  for (const inner of Object.values(value)) collectReferences(inner, references);
}

/** Service document, section 2.8. */
export const behaviorInstanceWriteHandler: ResourceWriteHandler = {
  create(simulation, instance) {
    getScript(simulation, instance['script_id']);
    return {
      metadata: {},
      state: {},
      ...instance,
      dependees: listDependees(instance['configuration']),
      status: instance['enabled'] === true ? 'initializing' : 'disabled',
      last_error: '',
    };
  },
  afterCreate(simulation, instance) {
    if (instance['enabled'] === true) scheduleStart(simulation, instance);
  },
  update(simulation, instance, { trigger, ...body }) {
    const { home } = simulation;
    if (trigger !== undefined) assertTriggerSupported(simulation, instance);
    const fired =
      trigger === undefined ? {} : { state: { last_triggered: new Date().toISOString() } };
    const { enabled, configuration } = body;
    if (enabled !== undefined) assertSwitchable(instance);
    const enabledChanged = typeof enabled === 'boolean' && enabled !== instance['enabled'];
    const changed = home.change(instance.id, {
      ...body,
      ...fired,
      ...(configuration === undefined ? {} : { dependees: listDependees(configuration) }),
      ...(enabledChanged ? { status: enabled ? 'initializing' : 'disabled' } : {}),
    });
    if (enabledChanged && enabled) scheduleStart(simulation, changed);
  },
};
