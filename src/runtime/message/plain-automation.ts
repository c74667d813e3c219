import type { StateCache } from '../../bridge';
import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';

/** An automation of the bridge, as the automation node sends it. */
export interface PlainAutomation {
  readonly rid: string;
  readonly name: string;
  /** Name of what it does, such as "Wake up"; null where the bridge does not say. */
  readonly script: string | null;
  readonly enabled: boolean;
  /** `initializing`, `running`, `disabled` or `errored`. */
  readonly status: string | null;
  /** What the bridge says went wrong; null while nothing does. */
  readonly error: string | null;
}

/** Describes an automation; its script is looked up among what is known of the bridge. */
export function describeAutomation(stateCache: StateCache, automation: Resource): PlainAutomation {
  const scriptId = automation['script_id'];
  const script = typeof scriptId === 'string' ? stateCache.get(scriptId) : undefined;
  return {
    rid: automation.id,
    name: toText(getNestedMember(automation, 'metadata', 'name')) ?? automation.id,
    script: toText(getNestedMember(script, 'metadata', 'name')),
    enabled: automation['enabled'] === true,
    status: toText(automation['status']),
    error: toText(automation['last_error']),
  };
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
