import { isResource } from '../../bridge/resource-state';
import { getPlainValue, sensorTypes } from '../../resources/table';
import type { ResourceType } from '../../resources/table';
import { isObject } from '../../resources/members';
import { isMotionZoneOn, isMotionZoneServiceType } from '../../resources/motion-zones';
import { createTargetResolver } from '../../vocabulary/lookup';
import { parseCommand } from '../../vocabulary/parse-result';
import type { ParsedCommand } from '../../vocabulary/parse-result';
import { asksForHistory } from '../../vocabulary/read-payload';
import { parseSensorCommand, createSensorTargetResolver } from '../../vocabulary/sensor';
import type { ActionOutcome } from '../outcome';
import {
  listDialogCommandProperties,
  mergeDialogCommandProperties,
  withSettingPaths,
  parseChoice,
} from '../settings';
import type { DialogCommandProperty, MessageSetting } from '../settings';
import { isSettingUnset } from '../stored-settings';
import { toCommandError } from '../errors';
import type { Bridge } from '../bridge/bridge';
import { sendRead, sendCommand, getOnOrEnabledState } from '../requests';
import type { WriteActionOutcome } from '../requests';
import { evaluateTarget, findTarget } from '../target';
import type { ResolvedTarget } from '../target';
import { createResourceMessage } from '../message';
import { createCommandNode, asksForReading } from '../command-node';
import type { ActionHandler, ActionOptions, CommandAndPayload } from '../command-node';
import {
  startSensorReadings,
  countReadingOutputs,
  parseSensorTypeSetting,
} from './sensor-readings';
import type { SensorNodeDef, SensorOutputSettings } from './sensor-readings';
import {
  createMissingReadingError,
  createMissingYesNoValueError,
  evaluateYesNoCondition,
  parseYesNoCondition,
} from './yes-no-condition';

export interface SensorActionParams extends CommandAndPayload {
  /** Empty for any. */
  rtype: unknown;
  target: MessageSetting;
  /** Empty for the command of the message. */
  action: unknown;
  sensitivity: MessageSetting;
  outputs: SensorOutputSettings;
}

const actionValues = { enable: true, disable: false, toggle: 'toggle', keep: undefined } as const;
type ActionName = keyof typeof actionValues | 'get';
const actionNames: readonly ActionName[] = ['get', 'enable', 'disable', 'toggle', 'keep'];

/** Sends readings, switches sensors, and sets their sensitivity. */
export const createSensorNode = createCommandNode<SensorNodeDef, SensorActionParams>({
  shows: 'sensor',
  parseParams(evaluator, def) {
    const target = evaluateTarget(evaluator, def);
    const command = evaluator.evaluateCommand(def);
    const sensitivity = evaluator.evaluateOptional(def, 'sensitivity', 'num');
    const payload = evaluator.getProperty('payload');
    const { rtype, action, split, yesWhen, yesValue, onlyReadings } = def;
    const outputs = { split, yesWhen, yesValue, onlyReadings };
    return { rtype, action, target, command, payload, sensitivity, outputs };
  },
  execute: executeSensorAction,
  start: startSensorReadings,
});

export async function executeSensorAction(
  params: SensorActionParams,
  bridge: Bridge,
  options: ActionOptions,
): Promise<ActionOutcome> {
  const mayAsk = isSettingUnset(params.action) || params.action === 'get';
  if (mayAsk && params.command.isValid && asksForHistory(params.command.value)) {
    const { answerHistoryOfTarget } = await import('../logbook/own-history.js');
    return answerHistoryOfTarget(bridge, params, createSensorTargetResolver(parseTypes(params)));
  }
  return isReading(params)
    ? readSensor(params, bridge, options)
    : setSensor(params, bridge, options);
}

const setSensor: ActionHandler<SensorActionParams> = async (params, bridge, options) => {
  const { path } = params.command;
  const choices = listDialogCommandProperties({ sensitivity: params.sensitivity });
  const payload = mergePayload(params, choices);
  const rtypes = parseTypes(params) ?? sensorTypes;
  assertSwitchable(rtypes, path, payload);
  const target = await findTarget(bridge, params.target.value, createTargetResolver(rtypes));
  const parse = (part: SensorCommandPart): ParsedCommand =>
    parseCommand((sensor, presumed) => {
      const state = sensor && presumed ? { ...sensor, enabled: presumed.on } : sensor;
      const result = parseSensorCommand(part.payload, part.target.rtype, state, { at: path });
      return withSettingPaths(result, path, choices);
    }, part.target.resource);
  const parts = splitSensorCommand(bridge, target, payload);
  // Nothing is sent if one of the parts is wrong.
  const whole = parse({ target, payload });
  if ('problem' in whole) throw toCommandError(whole.problem);
  const outcome = await executeParts(target, parts, (part) =>
    sendCommand(
      bridge,
      { operation: 'update', target: part.target, command: parse(part) },
      options,
    ),
  );
  const enabled = getOnOrEnabledState(outcome.sentMembers);
  const port = countReadingOutputs(params.outputs);
  if (enabled === undefined) return { ...outcome, port };
  return { ...outcome, port, statusText: { key: enabled ? 'enabled' : 'disabled' } };
};

const readSensor: ActionHandler<SensorActionParams> = async (params, bridge, options) => {
  const resolveTarget = createSensorTargetResolver(parseTypes(params));
  const { rid, rtype } = await findTarget(bridge, params.target.value, resolveTarget);
  const request = { operation: 'get', rtype, rid } as const;
  const { payload: sensor, ...outcome } = await sendRead(bridge, request, options);
  const { stateCache } = bridge.stateReader;
  if (!isResource(sensor)) throw createMissingYesNoValueError(outcome.meta.name ?? rid, rtype);
  const event = { occasion: 'request', resource: sensor } as const;
  const {
    payload,
    bridge: present,
    ...members
  } = createResourceMessage(stateCache, getPlainValue, event);
  const meta = { ...outcome.meta, ...(isObject(present) ? present : {}) };
  const { split, onlyReadings } = params.outputs;
  if (payload === null && onlyReadings === true && split !== 'yes-no')
    throw createMissingReadingError(outcome.meta.name ?? rid, rtype);
  if (split !== 'yes-no') return { ...outcome, payload, members, meta };
  const decision = evaluateYesNoCondition(parseYesNoCondition(params.outputs), payload);
  if (decision === undefined) throw createMissingYesNoValueError(outcome.meta.name ?? rid, rtype);
  return { ...outcome, payload, members, meta, port: decision ? 0 : 1 };
};

function isReading(params: SensorActionParams): boolean {
  if (!isSettingUnset(params.action)) return params.action === 'get';
  return params.sensitivity.value === undefined && asksForReading(params);
}

function parseTypes({ rtype }: SensorActionParams): readonly ResourceType[] | undefined {
  const type = parseSensorTypeSetting(rtype);
  return type === undefined ? undefined : [type];
}

function assertSwitchable(rtypes: readonly ResourceType[], path: string, received: unknown): void {
  const rtype = rtypes.find((name) => !sensorTypes.some((type) => type === name));
  if (rtype === undefined) return;
  const expected = `"get": a ${rtype} cannot be switched off, only read`;
  throw toCommandError({ path, expected, received });
}

/** The dialog takes precedence over the message. */
function mergePayload(
  { action, command }: SensorActionParams,
  choices: readonly DialogCommandProperty[],
): unknown {
  const name = parseChoice(action, actionNames, 'action');
  const base = name === undefined ? command.value : getActionValue(name);
  if (choices.length === 0) return base ?? {};
  const members = base === undefined || isObject(base) ? base : { enabled: base };
  return mergeDialogCommandProperties(members, choices);
}

const getActionValue = (name: ActionName): unknown =>
  name === 'get' ? undefined : actionValues[name];

const zoneType = 'motion_area_configuration';

/** A part of a command for a sensor, with what takes it. */
interface SensorCommandPart {
  readonly target: ResolvedTarget;
  readonly payload: unknown;
}

type SensorCommandParts = readonly [SensorCommandPart, ...SensorCommandPart[]];

/**
 * Splits a command for the sensor of a MotionAware zone: the zone takes `enabled`, its service takes all else. If the
 * zone is on and its services are disabled, the service takes `enabled`, too.
 */
function splitSensorCommand(
  { stateReader }: Bridge,
  target: ResolvedTarget,
  payload: unknown,
): SensorCommandParts {
  const { stateCache } = stateReader;
  const { rtype, resource } = target;
  const zone =
    resource === undefined || !isMotionZoneServiceType(rtype)
      ? undefined
      : stateCache.get(stateCache.ownerRid(resource) ?? '', zoneType);
  const isWhole = !isObject(payload);
  const enabled = isWhole ? payload : payload['enabled'];
  if (zone === undefined || enabled === undefined) return [{ target, payload }];
  if (isMotionZoneOn(zone) && resource?.['enabled'] === false) return [{ target, payload }];
  const { enabled: _enabled, type: _type, ...others } = isWhole ? {} : payload;
  const ofZone = {
    target: { rid: zone.id, rtype: zoneType, resource: zone },
    payload: isWhole ? payload : { enabled },
  };
  return Object.keys(others).length === 0 ? [ofZone] : [{ target, payload: others }, ofZone];
}

/**
 * Executes the parts one after the other.
 *
 * @returns the outcome of the last part, with the sensor as its resource
 */
async function executeParts(
  { rid, rtype }: ResolvedTarget,
  [first, ...others]: SensorCommandParts,
  execute: (part: SensorCommandPart) => Promise<WriteActionOutcome>,
): Promise<WriteActionOutcome> {
  let outcome = await execute(first);
  for (const part of others) {
    const { sentMembers, meta } = outcome;
    const next = await execute(part);
    outcome = {
      ...next,
      meta: { ...next.meta, warnings: [...meta.warnings, ...next.meta.warnings] },
      sentMembers: { ...sentMembers, ...next.sentMembers },
    };
  }
  return { ...outcome, payload: { rid, rtype }, meta: { ...outcome.meta, rid, rtype } };
}
