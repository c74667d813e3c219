import type { Measure } from '../measure';
import { commandLatency } from './command-latency';
import { loading } from './loading';
import { messageFlood } from './message-flood';
import { nodeMemory } from './node-memory';
import { pollRequests } from './poll-requests';
import { slider } from './slider';

/** All measures, in the order in which they run. */
export const measures: readonly Measure[] = [
  commandLatency,
  pollRequests,
  messageFlood,
  slider,
  loading,
  nodeMemory,
];
