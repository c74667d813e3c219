import { isSceneGroupType } from '../resources/group-types';
import {
  findGroupLights,
  findLightsAffectedByWrite,
  findTargetGroup,
} from '../resources/group-lights';
import {
  getListMember,
  getNestedMember,
  getNumericMember,
  getRidsOfReferences,
  listReferences,
} from '../resources/members';
import type { Resource } from '../resources/resource';
import { isActionShown } from '../vocabulary/room-scenes';
import { otherCause } from '../logbook/changed-by';
import type { BridgeCauseKind, ChangedBy, ProbableInput } from '../logbook/changed-by';
import { BoundedMap } from './bounded-map';
import type { Clock } from './clock';
import { getFirstStep } from './resource-state';
import type { ResourceChange } from './resource-state';
import type { ChangeToExplain, ResourceStore } from './state';

/** In ms. A bridge reports what it did, and what this changed, in one event or in two that follow each other. */
const causeWindow = 1_000;
/** From a press, a turn or motion to a change that it probably caused, in ms. */
const inputWindow = 2_000;
/** From the due end of a timed effect to its report, and before it, in ms. */
const timedEffectTolerance = 1_000;
const maxActivities = 50;
const maxTimedEffects = 200;

const inputTypes: ReadonlySet<string> = new Set([
  'button',
  'bell_button',
  'relative_rotary',
  'motion',
  'camera_motion',
]);

const activityTypes: ReadonlySet<string> = new Set([
  ...inputTypes,
  'scene',
  'smart_scene',
  'behavior_instance',
  'zigbee_connectivity',
]);

interface Activity {
  readonly change: ResourceChange;
  /** In ms of the clock. */
  readonly at: number;
}

interface BridgeCause {
  readonly kind: 'bridge';
  readonly what: BridgeCauseKind;
  readonly id?: string;
  readonly name?: string;
}

/**
 * Remembers for seconds what the bridge reported of scenes, automations, inputs and radios, to tell what changed a
 * lamp. Names no cause if several fit.
 */
export class BridgeActivity {
  readonly #recent: Activity[] = [];
  /** Due end by lamp, in ms of the clock. */
  readonly #timedEffectEnds = new BoundedMap<string, number>(maxTimedEffects);

  constructor(
    private readonly store: ResourceStore,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Takes a change of an event before the changes of the event are told: their order in it says nothing. */
  record(change: ResourceChange): void {
    const { resource, previous } = change;
    if (resource.type === 'light') {
      // Unchanged members are shared.
      if (resource['timed_effects'] !== previous?.['timed_effects']) this.#recordEffect(resource);
      return;
    }
    if (change.kind !== 'changed' || !activityTypes.has(resource.type)) return;
    this.#recent.push({ change, at: this.clock.now() });
    if (this.#recent.length > maxActivities) this.#recent.shift();
  }

  #recordEffect({ id, timed_effects: effect }: Resource): void {
    const duration = getNumericMember(effect, 'duration');
    const isRunning = getNestedMember(effect, 'status') !== 'no_effect';
    if (isRunning && duration !== undefined)
      this.#timedEffectEnds.set(id, this.clock.now() + duration);
  }

  readonly findCause = (change: ChangeToExplain): ChangedBy => {
    const { resource, changed = [], own, origin, cause } = change;
    if (own === true) return origin ?? otherCause;
    const isReachability = changed.length === 1 && changed[0] === 'reachable';
    if (isReachability) return { kind: 'bridge', what: 'reachable' };
    if (cause !== 'stream') return otherCause;
    if (resource.type === 'zigbee_connectivity')
      return isBack(change) ? { kind: 'bridge', what: 'reachable' } : otherCause;
    if (resource.type !== 'light' && resource.type !== 'grouped_light') return otherCause;
    return this.#findCauseOfLampChange(change);
  };

  #findCauseOfLampChange(change: ChangeToExplain): ChangedBy {
    const { resource } = change;
    const latest = this.#recent.at(-1);
    const isQuiet = latest === undefined || latest.at < this.clock.now() - inputWindow;
    if (isQuiet && !this.#timedEffectEnds.has(resource.id)) return otherCause;
    const lamps = findLightsAffectedByWrite(this.store, resource);
    const causes = [
      ...this.#findScenesAndAutomations(resource, lamps),
      ...this.#findTimedEffect(change),
      ...this.#findReturn(change),
    ];
    const [first] = causes;
    if (first !== undefined) return causes.length === 1 ? first : otherCause;
    const probably = this.#findProbableInput(lamps);
    return probably === undefined ? otherCause : { ...otherCause, probably };
  }

  #listRecent(rtypes: ReadonlySet<string>, window: number): readonly ResourceChange[] {
    const earliest = this.clock.now() - window;
    return this.#recent
      .filter(({ at, change }) => at >= earliest && rtypes.has(change.resource.type))
      .map(({ change }) => change);
  }

  /** An automation or a smart scene that recalls a scene is one cause, not two. */
  #findScenesAndAutomations(
    resource: Resource,
    lamps: readonly Resource[],
  ): readonly BridgeCause[] {
    const scenes = this.#listRecent(sceneTypes, causeWindow)
      .filter(isActivated)
      .map((activity) => activity.resource)
      .filter((scene) => this.#isShown(scene, resource, lamps));
    const automations = this.#listRecent(automationTypes, causeWindow)
      .filter(hasFired)
      .map((activity) => activity.resource)
      .filter((automation) => this.#namesLamps(automation, lamps));
    const smartScenes = this.#listRecent(smartSceneTypes, causeWindow)
      .filter(isAdvanced)
      .map((activity) => activity.resource);
    const sceneIds = new Set(scenes.map(({ id }) => id));
    const recalls = (cause: Resource, member: string): boolean =>
      listReferences(cause[member]).some(({ rid }) => sceneIds.has(rid));
    const describe = (what: BridgeCauseKind, cause: Resource): BridgeCause => {
      const { name } = this.store.displayNames(cause.id);
      return { kind: 'bridge', what, id: cause.id, ...(name === undefined ? {} : { name }) };
    };
    const recalled = [
      ...automations
        .filter((automation) => recalls(automation, 'configuration'))
        .map((automation) => describe('automation', automation)),
      ...smartScenes
        .filter((smart) => recalls(smart, 'week_timeslots'))
        .map((smart) => describe('smart_scene', smart)),
    ];
    if (recalled.length > 0 && sceneIds.size === 1) return unique(recalled);
    return unique([
      ...automations.map((automation) => describe('automation', automation)),
      ...scenes.map((scene) => describe('scene', scene)),
    ]);
  }

  /** A lamp shows the action of the scene for it; all lamps of a group show theirs. */
  #isShown(scene: Resource, changed: Resource, lamps: readonly Resource[]): boolean {
    const actions = new Map(
      getListMember(scene, 'actions').map((entry) => [
        getNestedMember(entry, 'target', 'rid'),
        getNestedMember(entry, 'action'),
      ]),
    );
    const isDynamic = getNestedMember(scene, 'status', 'active') === 'dynamic_palette';
    const isGroup = changed.type === 'grouped_light';
    const set = isGroup ? lamps.filter(({ id }) => actions.has(id)) : [changed];
    const group = isGroup ? findTargetGroup(this.store, changed)?.id : undefined;
    if (isGroup && group !== getNestedMember(scene, 'group', 'rid') && set.length < lamps.length)
      return false;
    return (
      set.length > 0 &&
      set.every(({ id }) => {
        const action = actions.get(id);
        const lamp = id === changed.id ? changed : this.store.get(id);
        return (
          action !== undefined && lamp !== undefined && (isDynamic || isActionShown(lamp, action))
        );
      })
    );
  }

  #namesLamps(automation: Resource, lamps: readonly Resource[]): boolean {
    const ids = new Set(lamps.map(({ id }) => id));
    return listReferences(automation['configuration']).some(({ rid }) =>
      this.#findLamps(this.store.get(rid)).some((lamp) => ids.has(lamp)),
    );
  }

  #findLamps(named: Resource | undefined): readonly string[] {
    if (named === undefined) return [];
    if (named.type === 'device') return getRidsOfReferences(named['services']);
    const lights = isSceneGroupType(named.type)
      ? findGroupLights(this.store, named)
      : findLightsAffectedByWrite(this.store, named);
    return lights.map(({ id }) => id);
  }

  /** An effect that ends long before its time was stopped by somebody. */
  #findTimedEffect({ resource, previous }: ChangeToExplain): readonly BridgeCause[] {
    const [before, now] = [previous, resource].map(
      (state) => getNestedMember(state, 'timed_effects', 'status') ?? 'no_effect',
    );
    if (before === 'no_effect' || now !== 'no_effect') return [];
    const due = this.#timedEffectEnds.get(resource.id);
    const isDue = due !== undefined && Math.abs(this.clock.now() - due) <= timedEffectTolerance;
    return isDue ? [{ kind: 'bridge', what: 'timed_effect' }] : [];
  }

  #findReturn({ resource, previous }: ChangeToExplain): readonly BridgeCause[] {
    const owner = resource.type === 'light' ? this.store.ownerRid(resource) : undefined;
    if (owner === undefined) return [];
    const isOwnRadio = (change: ResourceChange): boolean =>
      isBack(change) && this.store.ownerRid(change.resource) === owner;
    if (!this.#listRecent(radioTypes, causeWindow).some(isOwnRadio)) return [];
    const [before, now] = [previous, resource].map((state) => getNestedMember(state, 'on', 'on'));
    const what = before === false && now === true ? 'power' : 'reachable';
    return [{ kind: 'bridge', what }];
  }

  /** An automation names the input or its device, and one of the lamps or its room. */
  #findProbableInput(lamps: readonly Resource[]): ProbableInput | undefined {
    const inputs = new Map(
      this.#listRecent(inputTypes, inputWindow)
        .filter(isActive)
        .map(({ resource }) => [resource.id, resource]),
    );
    if (inputs.size === 0) return undefined;
    const tying = this.store
      .byType('behavior_instance')
      .filter((automation) => automation.enabled === true && this.#namesLamps(automation, lamps));
    const named = new Set(
      tying.flatMap(({ configuration }) => listReferences(configuration).map(({ rid }) => rid)),
    );
    const probable = [...inputs.values()].filter(
      (input) => named.has(input.id) || named.has(this.store.ownerRid(input) ?? ''),
    );
    const [input] = probable;
    if (input === undefined || probable.length > 1) return undefined;
    const { name } = this.store.displayNames(input.id);
    return { rtype: input.type, rid: input.id, ...(name === undefined ? {} : { name }) };
  }
}

const sceneTypes: ReadonlySet<string> = new Set(['scene']);
const smartSceneTypes: ReadonlySet<string> = new Set(['smart_scene']);
const automationTypes: ReadonlySet<string> = new Set(['behavior_instance']);
const radioTypes: ReadonlySet<string> = new Set(['zigbee_connectivity']);

/** One for each id. */
const unique = (causes: readonly BridgeCause[]): readonly BridgeCause[] => [
  ...new Map(causes.map((cause) => [cause.id, cause])).values(),
];

const isActivated = ({ changed, resource }: ResourceChange): boolean =>
  changed.some((path) => path === 'status' || path.startsWith('status.')) &&
  (getNestedMember(resource, 'status', 'active') ?? 'inactive') !== 'inactive';

const isAdvanced = ({ changed, resource }: ResourceChange): boolean =>
  resource['state'] === 'active' &&
  changed.some((path) => ['state', 'active_timeslot'].includes(getFirstStep(path)));

/** A new `state` means that the automation fired. */
const hasFired = ({ changed }: ResourceChange): boolean =>
  changed.some((path) => getFirstStep(path) === 'state');

const isBack = ({ resource, previous }: Pick<ChangeToExplain, 'resource' | 'previous'>): boolean =>
  previous !== undefined &&
  previous['status'] !== 'connected' &&
  resource['status'] === 'connected';

/** A sensor that reports the end of motion switches nothing on. */
const isActive = ({ changed, resource }: ResourceChange): boolean =>
  resource.type.endsWith('motion')
    ? getNestedMember(resource, 'motion', 'motion') === true &&
      changed.some((path) => getFirstStep(path) === 'motion')
    : changed.some((path) => ['button', 'bell', 'relative_rotary'].includes(getFirstStep(path)));
