import type { Resource } from '../../resources';
import type { Home } from '../home';
import type { Timers } from '../timers';

/** What a behaviour works on. */
export interface House {
  home: Home;
  timers: Timers;
  /** How much faster than life everything that takes time goes: 1 as in life, 100 for tests. */
  pace: number;
}

/** A body that the table has found right. */
export type Body = Readonly<Record<string, unknown>>;

/** How a change went: hints beside a success, or what was left out of it. */
export interface Outcome {
  /** Sentences for `errors` of the answer. */
  hints: readonly string[];
  /** True when a part of the body was not carried out, which real bridges answer with 207. */
  partly: boolean;
}

/** A change without a hint. */
export const done: Outcome = { hints: [], partly: false };

/** What one type of resource does beyond keeping what is written into it. */
export interface Behaviour {
  /** Makes the resource of a POST: what it has beside the members of the body. */
  create?: (house: House, resource: Resource) => Resource;
  /** Does what belongs to a new resource, once it stands in the home. */
  created?: (house: House, resource: Resource, body: Body) => void;
  /** Carries out a PUT. Without it the body is laid over the resource. */
  update?: (house: House, resource: Resource, body: Body) => Outcome;
  /** Refuses the end of a resource that has to stay. @throws Refusal */
  remove?: (house: House, resource: Resource) => void;
}
