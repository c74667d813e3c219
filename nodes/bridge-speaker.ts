import type { NodeAPI } from 'node-red';
import { registerActionNode } from '../src/runtime/node/action-node';
import type { ActionNodeDef } from '../src/runtime/settings/action-node-def';
import type { SpeakerActionParams } from '../src/runtime/nodes/speaker/speaker-node';
import { evaluateTarget } from '../src/runtime/message/resolve-target-setting';

interface SpeakerDef extends ActionNodeDef {
  operation?: unknown;
  sound?: unknown;
  soundType?: unknown;
  volume?: unknown;
  volumeType?: unknown;
  duration?: unknown;
}

/** Plays and stops the sounds of a chime or siren, and mutes it. */
export default function register(RED: NodeAPI): void {
  registerActionNode<SpeakerDef, SpeakerActionParams>(RED, {
    type: 'bridge-speaker',
    shows: 'speaker',
    parseParams: (evaluator, def) => ({
      operation: evaluator.getChoice(def.operation ?? '', 'operation'),
      target: evaluateTarget(evaluator, def),
      command: evaluator.evaluateCommand(def),
      payload: evaluator.getProperty('payload'),
      sound: evaluator.evaluateOptional(def.sound, def.soundType, 'str', 'sound'),
      volume: evaluator.evaluateOptional(def.volume, def.volumeType, 'num', 'volume'),
      duration: evaluator.evaluateOptional(def.duration, 'str', 'str', 'duration'),
    }),
    async loadHandler() {
      return (await import('../src/runtime/nodes/speaker/speaker-node.js')).executeSpeakerAction;
    },
  });
}
