import { getNestedMember, isObject, parseJsonOrUndefined } from '../../../resources/members';
import type { Members } from '../../../resources/members';
import { maxTransition } from '../../../resources/light-schemas';
import {
  toNumber,
  isHueMagicExclusiveCommand,
  isHueMagicLightCommand,
  parseHueMagicLightCommand,
  readCommand,
} from './light-command';
import { soundKinds } from './states';

interface HueMagicMessage {
  readonly payload?: unknown;
  readonly animation?: unknown;
  /** Of the receiving node. */
  readonly nodeId: string;
}

/** Several nodes save states at a time. */
const toSavedStateName = (nodeId: string): string => `HueMagic animation ${nodeId}`;

/** Converts requests for the state, `msg.animation` and `steps`. A command stays: its words depend on the lamp. */
function toLightPayload({ payload, animation, nodeId }: HueMagicMessage): unknown {
  const asksForState = getNestedMember(payload, 'status') !== undefined;
  const status = getNestedMember(animation, 'status');
  const isAnimation = getNestedMember(animation, 'restore') === true && typeof status === 'boolean';
  if (isAnimation && !asksForState && !isHueMagicExclusiveCommand(payload))
    return { [status ? 'save' : 'restore']: toSavedStateName(nodeId) };
  if (isHueMagicLightCommand(payload)) return payload;
  return toSequencePayload(payload) ?? readCommand;
}

const stopCommand = { dim: 'stop' } as const;

/** Wait of HueMagic after a step without a transition, in ms. */
const usualWait = 200;

/**
 * `steps` repeat until `animate: false`. A step lasts its transition and the `delay` of the next step; the first step
 * begins at once.
 *
 * @returns undefined for any other payload
 */
function toSequencePayload(payload: unknown): unknown {
  if (!isObject(payload)) return undefined;
  const { steps: given, animate, specials } = payload;
  const steps: unknown = typeof given === 'string' ? parseJsonOrUndefined(given) : given;
  if (!Array.isArray(steps)) return animate === false ? stopCommand : undefined;
  return {
    play: steps.map((step: unknown, index) =>
      toStep(step, readDelay(steps[(index + 1) % steps.length])),
    ),
    repeat: true,
    ...(getNestedMember(specials, 'randomOrder') === true ? { random: true } : {}),
  };
}

const readDelay = (step: unknown): number =>
  Math.max(0, toNumber(getNestedMember(step, 'delay')) || 0);

/** The parser of the sequence reports wrong words. */
function toStep(step: unknown, pause: number): unknown {
  const animation = getNestedMember(step, 'animation');
  const words = { ...(isObject(animation) ? animation : {}), on: true };
  const transition = toNumber(getNestedMember(animation, 'transitionTime')) * 1_000;
  const wait = Number.isNaN(transition) ? usualWait : transition;
  const command = parseHueMagicLightCommand(words, {
    at: 'steps',
    kind: 'light',
    lamp: undefined,
  });
  return { ...(command.ok ? command.value : words), for: Math.round(wait + pause) };
}

function toMilliseconds(seconds: unknown, most = Infinity): number | undefined {
  const duration = Math.round(Number.parseFloat(String(seconds)) * 1_000);
  return Number.isNaN(duration) ? undefined : Math.min(most, Math.max(0, duration));
}

/** Any message recalls a scene. A number is a brightness from 1, as in the service. */
function toScenePayload({ payload }: HueMagicMessage): unknown {
  if (!isObject(payload)) return true;
  const { scene, brightness } = payload;
  const transition = toMilliseconds(payload['transitionTime'], maxTransition);
  const members = {
    ...(scene === undefined ? {} : { scene }),
    ...(brightness === undefined ? {} : { brightness: brightness === 0 ? 1 : brightness }),
    ...(transition === undefined ? {} : { transition }),
  };
  return Object.keys(members).length === 0 ? true : members;
}

function toSensorPayload({ payload }: HueMagicMessage): unknown {
  if (typeof payload === 'boolean') return payload;
  if (!isObject(payload) || payload['status'] !== undefined) return readCommand;
  const { sensitivity } = payload;
  return sensitivity === undefined ? readCommand : { sensitivity };
}

function toAutomationPayload({ payload }: HueMagicMessage): unknown {
  if (typeof payload === 'boolean') return payload;
  if (!isObject(payload)) return readCommand;
  if (payload['toggle'] !== undefined) return { toggle: true };
  return payload['enabled'] === undefined ? readCommand : { enabled: payload['enabled'] === true };
}

/** One sound becomes words, whose sound is checked; several, or one beside `mute`, become the body of the service. */
function toSpeakerPayload({ payload }: HueMagicMessage): unknown {
  if (!isObject(payload) || payload['status'] !== undefined) return readCommand;
  const { mute } = payload;
  const sounds = soundKinds.filter((kind) => payload[kind] !== undefined);
  const [only, ...others] = sounds;
  if (only === undefined) return mute === undefined ? readCommand : { mute: mute === true };
  if (others.length === 0 && mute === undefined) return toSoundWords(only, payload[only]);
  return {
    ...Object.fromEntries(sounds.map((kind) => [kind, toSoundBody(payload[kind])])),
    ...(mute === undefined ? {} : { mute: { mute: mute === true ? 'mute' : 'unmute' } }),
  };
}

function toSoundWords(kind: string, request: unknown): unknown {
  if (!isObject(request)) return { [kind]: request };
  const { sound, volume } = request;
  return { [kind]: sound, ...(volume === undefined ? {} : { volume }), ...readDuration(request) };
}

function toSoundBody(request: unknown): unknown {
  if (!isObject(request)) return { sound: request === false ? 'no_sound' : request };
  const { sound, volume } = request;
  const level = volume === undefined ? {} : { volume: { level: Number(volume) } };
  return { sound, ...level, ...readDuration(request) };
}

function readDuration(request: Members): Members {
  const duration = toMilliseconds(request['duration']);
  return duration === undefined ? {} : { duration };
}

const payloadsByNodeType: ReadonlyMap<string, (message: HueMagicMessage) => unknown> = new Map([
  ['bridge-light', toLightPayload],
  ['bridge-scene', toScenePayload],
  ['bridge-sensor', toSensorPayload],
  ['bridge-automation', toAutomationPayload],
  ['bridge-speaker', toSpeakerPayload],
]);

/**
 * @param nodeType such as `bridge-sensor`
 * @returns the payload itself for a node without a counterpart
 */
export const translateHueMagicPayload = (nodeType: string, message: HueMagicMessage): unknown =>
  (payloadsByNodeType.get(nodeType) ?? (({ payload }) => payload))(message);
