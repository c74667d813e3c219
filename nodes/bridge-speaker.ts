import type { NodeAPI } from 'node-red';
import type { ActionNodeDef } from '../src/runtime/node/action-node';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { SpeakerActionParams } from '../src/runtime/nodes/speaker/speaker-node';
import type { TypedSettings } from '../src/runtime/settings/evaluate-setting';
import { evaluateOperation } from '../src/runtime/message/resolve-target-setting';

type SpeakerDef = ActionNodeDef & TypedSettings<'sound' | 'volume' | 'duration'>;

/** Plays and stops sounds of a chime or siren, and mutes it. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SpeakerDef, SpeakerActionParams>(RED, {
    type: 'bridge-speaker',
    shows: 'speaker',
    parseParams: (evaluator, def) => ({
      ...evaluateOperation(evaluator, def),
      sound: evaluator.evaluateOptional(def, 'sound', 'str'),
      volume: evaluator.evaluateOptional(def, 'volume', 'num'),
      duration: evaluator.evaluateOptional(def, 'duration', 'str'),
    }),
    loadHandler: async () =>
      (await import('../src/runtime/nodes/speaker/speaker-node.js')).executeSpeakerAction,
  });
}
