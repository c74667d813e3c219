import { createImportedNode, hueMagicFormat } from './imported-nodes';
import {
  chooseTarget,
  createPayloadChange,
  firstWires,
  judge,
  describeUnknownSettings,
  readEventOptions,
} from './conversion';
import type { Conversion, ConversionContext } from './conversion';
import { isTicked, readText } from './flow';
import type { FlowNode, OutputReference } from './flow';
import { temperatureNames, usualDarkThreshold } from '../vocabulary/formats/huemagic/states';
import { toSentence } from './report';
import type { ImportSentence } from './report';

/** The most likely type first. */
export const sensorTypesByHueMagicNode: Readonly<Record<string, readonly string[]>> = {
  'hue-motion': [
    'motion',
    'camera_motion',
    'grouped_motion',
    'convenience_area_motion',
    'security_area_motion',
    'motion_area_configuration',
  ],
  'hue-contact': ['contact'],
  'hue-temperature': ['temperature'],
  'hue-brightness': ['light_level', 'grouped_light_level'],
};

/**
 * Creates a sensor node, with a change node if a number is corrected. If messages name the sensor, creates one node for
 * messages and one for the readings of all sensors.
 */
export function convertSensor(
  node: FlowNode,
  types: readonly string[],
  context: ConversionContext,
): Conversion {
  const bridge = context.getBridge(node);
  const target = chooseTarget(node, 'sensorid', types, context, { collection: 'sensors' });
  const events = readEventOptions(node, bridge);
  const correction = context.graph.isHeard(node) ? createCorrection(node) : undefined;
  const notes: ImportSentence[] = [];
  if (events.onlyOwn && !events.isSilent) notes.push(toSentence('onlyWhenAsked'));
  const receivesMessages = context.graph.receivesMessages(node.id);
  const sendsReadings = !events.isSilent && !events.onlyOwn;
  const isSplit =
    target.isUniversal && receivesMessages && sendsReadings && context.graph.isHeard(node);
  const correctionId = context.createId(node, 'correction');
  const createSensor = (settings: object): FlowNode =>
    createImportedNode(node, 'bridge-sensor', {
      bridge: bridge.id,
      rtype: target.type ?? types[0],
      format: hueMagicFormat,
      emit: sendsReadings ? 'change' : 'request',
      emitAtStart: events.atStart && sendsReadings,
      ...settings,
      wires: correction === undefined ? firstWires(node) : [[correctionId]],
    });
  const all = { target: '', targetType: 'resource' };
  const named = target.isUniversal && !receivesMessages ? all : target.settings;
  const sensors = [
    createSensor(isSplit ? { ...named, emit: 'request', emitAtStart: false } : named),
    ...(isSplit
      ? [
          {
            ...createSensor(all),
            id: context.createId(node, 'readings'),
            ...context.findPlace(node),
          },
        ]
      : []),
  ];
  const problems = [...bridge.sentences, ...target.sentences];
  const unknown = describeUnknownSettings(node, ['sensorid', 'offset', 'darkthreshold']);
  const becomes = isSplit ? 'becomes.sensorAndReadings' : 'becomes.sensor';
  const sentences = [toSentence(becomes), ...problems, ...notes, ...unknown];
  const movedTo = (port: number): readonly OutputReference[] =>
    sensors.map(({ id }) => ({ id, port }));
  const outcome = judge(problems, notes.length + unknown.length > 0 ? 'different' : 'rewritten');
  if (correction === undefined) return { nodes: sensors, outcome, sentences, movedTo };
  const { expression, sentence } = correction;
  const change = { id: correctionId, expression, wires: firstWires(node) };
  return {
    nodes: [...sensors, createPayloadChange(node, change, context)],
    outcome,
    sentences: [...sentences, sentence],
    movedTo: (port) => [{ id: correctionId, port }],
  };
}

/** The effect of the options on the readings; undefined without an effect. */
function createCorrection(
  node: FlowNode,
): { expression: string; sentence: ImportSentence } | undefined {
  const offset = Number(readText(node, 'offset'));
  if (node.type === 'hue-temperature' && Number.isFinite(offset) && offset !== 0) {
    const name = temperatureNames.reduceRight(
      (others, [one, end]) =>
        others === '' ? JSON.stringify(one) : `$celsius < ${end} ? "${one}" : ${others}`,
      '',
    );
    const expression =
      `($celsius := $round(payload.celsius + (${offset}), 2); ` +
      `$exists($celsius) ? $merge([payload, {"celsius": $celsius, ` +
      `"fahrenheit": $round($celsius * 1.8 + 32, 2), "temperatureIs": ${name}, ` +
      `"deviceValue": payload.celsius, "offset": ${offset}}]) : payload)`;
    return { expression, sentence: toSentence('offset', { offset: String(offset) }) };
  }
  const threshold = Number(readText(node, 'darkthreshold')) || usualDarkThreshold;
  if (node.type === 'hue-brightness' && threshold !== usualDarkThreshold) {
    const expression =
      `$merge([payload, {"dark": payload.lux < ${threshold}, "daylight": payload.lux >= ${threshold}, ` +
      `"darkThreshold": ${threshold}}])`;
    return {
      expression,
      sentence: toSentence('darkThreshold', { lux: String(threshold) }),
    };
  }
  return undefined;
}

/** Creates a status node. */
export function convertBridgeInformation(node: FlowNode, context: ConversionContext): Conversion {
  const bridge = context.getBridge(node);
  const sendsEvents = !isTicked(node, 'skipglobalevents') && !bridge.isSilent;
  const problems = [...bridge.sentences, toSentence('bridgeInformation')];
  if (sendsEvents && context.graph.isHeard(node)) problems.push(toSentence('bridgeEvents'));
  const unknown = describeUnknownSettings(node, ['autoupdates', 'skipglobalevents']);
  return {
    nodes: [
      createImportedNode(node, 'bridge-status', {
        bridge: bridge.id,
        emit: 'request',
        emitAtStart: isTicked(node, 'initevents'),
        wires: firstWires(node),
      }),
    ],
    outcome: 'needs-a-look',
    sentences: [toSentence('becomes.status'), ...problems, ...unknown],
  };
}
