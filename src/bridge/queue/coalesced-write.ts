import { isObject, getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';

/** Other members are replaced as a whole. */
const mergedByPart: ReadonlySet<string> = new Set([
  'metadata',
  'content_configuration',
  'dynamics',
]);

/** These control the whole lamp, so the order of writes around them matters. Source: Hue CLIP API reference. */
const effectProperties: readonly string[] = ['effects', 'effects_v2', 'timed_effects'];

/** Members that exclude each other on a lamp. Source: Hue CLIP API reference. */
const colorProperties: readonly string[] = ['color', 'color_temperature', 'gradient'];

const transitionProperties: ReadonlySet<string> = new Set(['on', 'dimming', ...colorProperties]);

interface PropertyWrite {
  readonly shape: string;
  /** `dynamics.duration`; 'several' after different durations. */
  readonly transition: unknown;
}

type PropertyShapes = ReadonlyMap<string, string>;

/**
 * Merges writes into one request. Invariant: every write is either applied or fully replaced by a later one. Writes
 * are compatible in pairs, so the invariant holds if some are aborted.
 */
export class CoalescedWrite {
  readonly #propertyWrites = new Map<string, PropertyWrite>();
  readonly #merged = new Map<string, unknown>();
  #unmerged: Members[] = [];

  constructor(bodies: Iterable<Members>) {
    for (const body of bodies) this.#add(body, toPropertyShapes(body), getTransition(body));
  }

  /**
   * The last value of each property, with the transition of the last body, even if that has none: a slow fade must
   * not slow down a later switch.
   */
  get members(): Members {
    for (const body of this.#unmerged) this.#merge(body);
    this.#unmerged = [];
    return Object.fromEntries(this.#merged);
  }

  /** Returns false if the body needs its own request. */
  tryAdd(body: Members): boolean {
    const shapes = toPropertyShapes(body);
    const transition = getTransition(body);
    const isCompatible =
      this.#replacesWholeProperties(shapes) &&
      this.#preservesEffects(shapes) &&
      this.#preservesColor(shapes) &&
      (isImmediateOff(body) || this.#preservesTransitions(shapes, transition));
    if (isCompatible) this.#add(body, shapes, transition);
    return isCompatible;
  }

  isReplacedBy(body: Members): boolean {
    const shapes = toPropertyShapes(body);
    return [...this.#propertyWrites.keys()].every((name) => shapes.has(name));
  }

  #add(body: Members, shapes: PropertyShapes, transition: unknown): void {
    this.#unmerged.push(body);
    for (const [name, shape] of shapes) {
      const previous = this.#propertyWrites.get(name);
      const isSameTransition = previous === undefined || previous.transition === transition;
      this.#propertyWrites.set(name, {
        shape,
        transition: isSameTransition ? transition : 'several',
      });
    }
  }

  #merge(body: Members): void {
    this.#removeDuration();
    for (const [name, value] of Object.entries(body)) {
      const previous = this.#merged.get(name);
      const mergesParts = mergedByPart.has(name) && isObject(previous) && isObject(value);
      this.#merged.set(name, mergesParts ? { ...previous, ...value } : value);
    }
  }

  #removeDuration(): void {
    const dynamics = this.#merged.get('dynamics');
    if (!isObject(dynamics)) return;
    const { duration: _duration, ...others } = dynamics;
    if (Object.keys(others).length === 0) this.#merged.delete('dynamics');
    else this.#merged.set('dynamics', others);
  }

  /** A later write replaces an earlier one fully only with the same nested members. */
  #replacesWholeProperties(shapes: PropertyShapes): boolean {
    for (const [name, shape] of shapes) {
      if ((this.#propertyWrites.get(name)?.shape ?? shape) !== shape) return false;
    }
    return true;
  }

  /** Beside an effect, the later body must replace all properties. */
  #preservesEffects(shapes: PropertyShapes): boolean {
    const hasEffect = effectProperties.some((name) => this.#has(name) || shapes.has(name));
    if (!hasEffect) return true;
    return (
      shapes.size === this.#propertyWrites.size &&
      [...shapes.keys()].every((name) => this.#has(name))
    );
  }

  /** The same colour members must replace a colour: the bridge decides the effect of two colours in one body. */
  #preservesColor(shapes: PropertyShapes): boolean {
    const isFirstColor = !colorProperties.some((name) => this.#has(name));
    const hasNoColor = !colorProperties.some((name) => shapes.has(name));
    return (
      isFirstColor ||
      hasNoColor ||
      colorProperties.every((name) => this.#has(name) === shapes.has(name))
    );
  }

  /** One request has one transition: other transitions must be replaced. */
  #preservesTransitions(shapes: PropertyShapes, transition: unknown): boolean {
    for (const name of transitionProperties) {
      const previous = this.#propertyWrites.get(name);
      if (previous === undefined || previous.transition === transition) continue;
      if (!shapes.has(name)) return false;
    }
    return true;
  }

  #has(name: string): boolean {
    return this.#propertyWrites.has(name);
  }
}

const getTransition = (body: Members): unknown => getNestedMember(body, 'dynamics', 'duration');

/** After an off without a transition, no earlier fade is visible. */
const isImmediateOff = (body: Members): boolean =>
  getNestedMember(body, 'on', 'on') === false && getTransition(body) === undefined;

function toPropertyShapes(body: Members): PropertyShapes {
  const shapes = new Map<string, string>();
  for (const [name, propertyValue] of Object.entries(body)) {
    if (!mergedByPart.has(name) || !isObject(propertyValue))
      shapes.set(name, toShape(propertyValue));
    else
      for (const [part, value] of Object.entries(propertyValue))
        shapes.set(`${name}.${part}`, toShape(value));
  }
  return shapes;
}

function toShape(value: unknown): string {
  if (!isObject(value)) return '';
  const parts = Object.entries(value).map(([name, part]) => JSON.stringify(name) + toShape(part));
  return `{${parts.toSorted().join()}}`;
}
