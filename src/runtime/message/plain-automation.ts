import type { StateCache } from '../../bridge';
import { getNestedMember } from '../../resources';
import type { Resource } from '../../resources';

interface PlainAutomation {
  readonly rid: string;
  readonly name: string;
  /** Such as "Wake up". */
  readonly script: string | null;
  readonly enabled: boolean;
  /** `initializing`, `running`, `disabled` or `errored`. */
  readonly status: string | null;
  readonly error: string | null;
}

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
