import { isObject, parseJsonOrUndefined } from '../resources/members';
import type { FlowNode } from './flow';

interface StaticPayload {
  readonly value: unknown;
}

/** Members beside the payload that a lamp of HueMagic ignores. */
const otherMembers: ReadonlySet<unknown> = new Set(['topic', '_msgid']);

/** @returns undefined if the flow file does not determine the payload */
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

const isPayloadRule = (rule: unknown): rule is Record<string, unknown> =>
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

function readTyped(value: unknown, type: unknown): StaticPayload | undefined {
  // Node-RED replaces environment variables.
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

/** @param node with a payload that `readStaticPayload` has read */
export function withPayload(node: FlowNode, payload: unknown): FlowNode {
  const text = JSON.stringify(payload);
  const type = typeof payload === 'boolean' ? 'bool' : 'json';
  const { rules, props } = node;
  if (node.type === 'template') return { ...node, template: text, output: 'json' };
  if (node.type === 'change' && Array.isArray(rules)) {
    const last = rules.findLastIndex(isPayloadRule);
    const set = (rule: unknown, index: number): unknown =>
      index === last && isObject(rule) ? { ...rule, to: text, tot: type } : rule;
    return { ...node, rules: rules.map(set) };
  }
  const holdsValue = (prop: unknown): boolean =>
    isObject(prop) && prop['p'] === 'payload' && ('v' in prop || 'vt' in prop);
  if (!Array.isArray(props) || !props.some(holdsValue))
    return { ...node, payload: text, payloadType: type };
  const set = (prop: unknown): unknown =>
    isObject(prop) && holdsValue(prop) ? { ...prop, v: text, vt: type } : prop;
  return { ...node, props: props.map(set) };
}
