import { isObject, member } from '../../resources';
import { membersWithParts } from './merge-wishes';

/**
 * Members that take hold of a whole lamp: what stands beside them, before or after, matters. Hue CLIP API
 * reference.
 */
const effectMembers: readonly string[] = ['effects', 'effects_v2', 'timed_effects'];

/** Members that exclude each other, though a lamp may have one and not the others. Hue CLIP API reference. */
const colorMembers: readonly string[] = ['color', 'color_temperature', 'gradient'];

/** Members that change over the time of a transition. Hue CLIP API reference. */
const fadingMembers: ReadonlySet<string> = new Set(['on', 'dimming', ...colorMembers]);

/** What was wished for one property. */
interface Wish {
  /** Names of all its parts. */
  readonly shape: string;
  /** Transition that it was wished with; 'several' after wishes with different ones. */
  readonly transition: unknown;
}

type Body = Readonly<Record<string, unknown>>;

/** The properties that a body names, each with the names of all its parts. */
type Shapes = ReadonlyMap<string, string>;

/**
 * The wishes that one request carries, so that each of them has its effect or is replaced as a whole by a later
 * one. Any two of them go together, so it stays true when some are given up.
 */
export class JointWishes {
  readonly #wishes = new Map<string, Wish>();

  /** @param texts bodies as JSON that go together */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const body = bodyOf(text);
      this.#add(shapesIn(body), transitionOf(body));
    }
  }

  /**
   * Lets a later body join.
   *
   * @param text the body as JSON
   * @returns false when it must be sent on its own, after these
   */
  join(text: string): boolean {
    const body = bodyOf(text);
    const shapes = shapesIn(body);
    const joins =
      this.#replaces(shapes) &&
      this.#leavesEffects(shapes) &&
      this.#leavesColor(shapes) &&
      (endsFades(body) || this.#leavesFades(shapes, transitionOf(body)));
    if (joins) this.#add(shapes, transitionOf(body));
    return joins;
  }

  #add(shapes: Shapes, transition: unknown): void {
    for (const [name, shape] of shapes) {
      const earlier = this.#wishes.get(name);
      const same = earlier === undefined || earlier.transition === transition;
      this.#wishes.set(name, { shape, transition: same ? transition : 'several' });
    }
  }

  /** A wish for the same property names the same parts, so nothing is left of the earlier one. */
  #replaces(shapes: Shapes): boolean {
    for (const [name, shape] of shapes) {
      if ((this.#wishes.get(name)?.shape ?? shape) !== shape) return false;
    }
    return true;
  }

  /** Where there is an effect, everything is replaced or nothing. */
  #leavesEffects(shapes: Shapes): boolean {
    const effect = effectMembers.some((name) => this.#has(name) || shapes.has(name));
    if (!effect) return true;
    return shapes.size === this.#wishes.size && [...shapes.keys()].every((name) => this.#has(name));
  }

  /** What says the colour is replaced by the same, and what the bridge makes of two of them is left to it. */
  #leavesColor(shapes: Shapes): boolean {
    const isNew = !colorMembers.some((name) => this.#has(name));
    const isNone = !colorMembers.some((name) => shapes.has(name));
    return isNew || isNone || colorMembers.every((name) => this.#has(name) === shapes.has(name));
  }

  /** One request has one transition, so a wish with another one must be replaced. */
  #leavesFades(shapes: Shapes, transition: unknown): boolean {
    for (const name of fadingMembers) {
      const earlier = this.#wishes.get(name);
      if (earlier === undefined || earlier.transition === transition) continue;
      if (!shapes.has(name)) return false;
    }
    return true;
  }

  #has(name: string): boolean {
    return this.#wishes.has(name);
  }
}

function bodyOf(text: string): Body {
  const body: unknown = JSON.parse(text);
  return isObject(body) ? body : {};
}

const transitionOf = (body: Body): unknown => member(body, 'dynamics', 'duration');

/** An off without a transition of its own: nothing of a fade is seen after it. */
const endsFades = (body: Body): boolean =>
  member(body, 'on', 'on') === false && transitionOf(body) === undefined;

function shapesIn(body: Body): Shapes {
  const shapes = new Map<string, string>();
  for (const [name, wish] of Object.entries(body)) {
    if (!membersWithParts.has(name) || !isObject(wish)) shapes.set(name, shapeOf(wish));
    else
      for (const [part, value] of Object.entries(wish))
        shapes.set(`${name}.${part}`, shapeOf(value));
  }
  return shapes;
}

/** The names of all parts of a wish; lists are replaced as a whole. */
function shapeOf(wish: unknown): string {
  if (!isObject(wish)) return '';
  const parts = Object.entries(wish).map(([name, part]) => JSON.stringify(name) + shapeOf(part));
  return `{${parts.toSorted().join()}}`;
}
