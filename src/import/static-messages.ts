import { isObject, parseJsonOrUndefined } from '../resources/values/member-access';
import type { FlowNode } from './flow-nodes';

/** The one payload that a node sends, whatever happens. */
export interface StaticPayload {
  readonly value: unknown;
}

/** Members of a message beside its payload that a lamp of HueMagic reads. */
const otherMembers: ReadonlySet<unknown> = new Set(['topic', '_msgid']);

/**
 * Reads the payload of a node that always sends the same.
 *
 * @returns undefined for a node whose messages the flow file does not tell
 */
export function readStaticPayload(node: FlowNode): StaticPayload | undefined {
  switch (node.type) {
    case 'inject':
      return readInject(node);
    case 'change':
      return readChange(node);
    case 'template':
      return readTemplate(node);
    default:
      return undefined;
  }
}

function readInject(node: FlowNode): StaticPayload | undefined {
  const { props } = node;
  if (!Array.isArray(props)) return readTyped(node['payload'], node['payloadType'] ?? 'date');
  const entries = props.filter(isObject);
  if (entries.some(({ p }) => p !== 'payload' && !otherMembers.has(p))) return undefined;
  const payload = entries.find(({ p }) => p === 'payload');
  if (payload === undefined) return { value: undefined };
  return 'v' in payload || 'vt' in payload
    ? readTyped(payload['v'], payload['vt'])
    : readTyped(node['payload'], node['payloadType']);
}

/** Members of a rule of a change node that sets the whole payload. */
export const isPayloadRule = (rule: unknown): rule is Record<string, unknown> =>
  isObject(rule) &&
  rule['t'] === 'set' &&
  rule['p'] === 'payload' &&
  (rule['pt'] ?? 'msg') === 'msg';

function readChange({ rules }: FlowNode): StaticPayload | undefined {
  if (!Array.isArray(rules)) return undefined;
  const last = rules.findLastIndex(isPayloadRule);
  const rule: unknown = rules[last];
  if (!isPayloadRule(rule)) return undefined;
  const isSafe = (other: unknown, index: number): boolean =>
    index === last ||
    (isObject(other) &&
      other['t'] === 'set' &&
      (other['pt'] !== 'msg' || otherMembers.has(other['p']) || index < last));
  const setsAnimation = rules.some(
    (other: unknown) => isObject(other) && String(other['p']).startsWith('animation'),
  );
  return rules.every(isSafe) && !setsAnimation ? readTyped(rule['to'], rule['tot']) : undefined;
}

function readTemplate(node: FlowNode): StaticPayload | undefined {
  const { template, field, fieldType, syntax, output } = node;
  const isPayload = (field ?? 'payload') === 'payload' && (fieldType ?? 'msg') === 'msg';
  if (!isPayload || typeof template !== 'string') return undefined;
  if (syntax !== 'plain' && template.includes('{{')) return undefined;
  if (output === 'json') return readJson(template);
  return output === undefined || output === 'str' ? { value: template } : undefined;
}

/** A typed value that is the same for each message. */
function readTyped(value: unknown, type: unknown): StaticPayload | undefined {
  // Node-RED puts environment variables in the place of these.
  if (typeof value === 'string' && value.includes('${')) return undefined;
  switch (type) {
    case 'bool':
      return { value: value === true || value === 'true' };
    case 'num':
      return { value: Number(value) };
    case 'str':
      return { value: typeof value === 'string' ? value : '' };
    case 'json':
    case 'jsonata':
      return readJson(value);
    case 'date':
      return { value: 0 };
    default:
      return undefined;
  }
}

const readJson = (text: unknown): StaticPayload | undefined => {
  const value = typeof text === 'string' ? parseJsonOrUndefined(text) : undefined;
  return value === undefined ? undefined : { value };
};
