import { appendMemberToPath, getNestedMember, isObject } from '../resources/members';
import type { Members } from '../resources/members';
import type { Resource } from '../resources/resource';
import { omitMembers, refuseUnknownMembers, parseName, parseEnabled } from './values';
import { accept, refuse, mapResult, refuseBoth } from './parse-result';
import type { ParsedCommandBody, ParseResult } from './parse-result';
import { parseUpdate } from './service-body';
import type { CommandOptions } from './service-body';

/**
 * Makes the body that enables, renames or changes an automation.
 *
 * @param payload words of the help of the automation node; also members of the service's own body, such as `trigger`
 * @param automation last known state, for "toggle"
 */
export const parseAutomationCommand = (
  payload: unknown,
  automation: Resource | undefined,
  options: CommandOptions = {},
): ParseResult<ParsedCommandBody> =>
  parseUpdate('behavior_instance', payload, options, (plain, at) =>
    isObject(plain)
      ? parseCommandMembers(plain, automation, at)
      : parseEnabledMember(plain, automation, at),
  );

/** For all automations: `"list"` or `{ list: true }`. */
export const asksForList = (payload: unknown): boolean =>
  payload === 'list' || (isObject(payload) && payload['list'] === true);

/** Words first, then members of the service's own body. */
const memberNames = [
  'enabled',
  'toggle',
  'name',
  'trigger',
  'configuration',
  'metadata',
  'type',
] as const;

const suggestionByAlias: ReadonlyMap<string, string> = new Map([
  ['on', 'enabled'],
  ['enable', 'enabled: true'],
  ['disable', 'enabled: false'],
  ['disabled', 'enabled: false'],
  ['status', '"get" as the whole payload'],
  ['state', '"get" as the whole payload'],
  ['active', 'enabled'],
]);

function parseCommandMembers(
  words: Members,
  automation: Resource | undefined,
  at: string,
): ParseResult<Members> {
  const { enabled, toggle, name } = words;
  const known = refuseUnknownMembers(words, memberNames, at, suggestionByAlias);
  if (!known.ok) return known;
  if (enabled !== undefined && toggle !== undefined)
    return refuseBoth(at, 'enabled', 'toggle', words);
  if (toggle !== undefined && toggle !== true)
    return refuse(appendMemberToPath(at, 'toggle'), 'true', toggle);
  if (name !== undefined && getNestedMember(words, 'metadata', 'name') !== undefined)
    return refuseBoth(at, 'name', 'metadata.name', words);
  const body: Record<string, unknown> = omitMembers(words, ['enabled', 'toggle', 'name']);
  const [switched, path] =
    toggle === true
      ? ['toggle', appendMemberToPath(at, 'toggle')]
      : [enabled, appendMemberToPath(at, 'enabled')];
  if (switched !== undefined) {
    const member = parseEnabledMember(switched, automation, path);
    if (!member.ok) return member;
    Object.assign(body, member.value);
  }
  if (name !== undefined) {
    const parsed = parseName(name, appendMemberToPath(at, 'name'));
    if (!parsed.ok) return parsed;
    body['metadata'] = {
      ...(isObject(body['metadata']) ? body['metadata'] : {}),
      name: parsed.value,
    };
  }
  return Object.keys(body).some((member) => member !== 'type')
    ? accept(body)
    : refuse(at, { kind: 'automationCommand' }, words);
}

function parseEnabledMember(
  value: unknown,
  resource: Resource | undefined,
  at: string,
): ParseResult<Members> {
  const result = parseEnabled(value, { at, resource, noun: 'an automation' });
  return mapResult(result, (enabled) => ({ enabled }));
}
