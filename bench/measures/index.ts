import type { Measure } from '../measure';
import { changeFlood } from './change-flood';
import { changeLatency } from './change-latency';
import { commandLatency } from './command-latency';
import { idleCpu } from './idle-cpu';
import { deployWithQueue } from './deploy-with-queue';
import { loading } from './loading';
import { messageFlood } from './message-flood';
import { mirror } from './mirror';
import { mqtt } from './mqtt';
import { nodeMemory } from './node-memory';
import { pollRequests } from './poll-requests';
import { residentMemory } from './resident-memory';
import { scale } from './scale';
import { slider } from './slider';
import { stalls } from './stalls';
import { start } from './start';
import { statusStorm } from './status-storm';
import { strain } from './strain';
import { unchangedPoll } from './unchanged-poll';

/** All measures, in the order in which they run. */
export const measures: readonly Measure[] = [
  commandLatency,
  pollRequests,
  unchangedPoll,
  messageFlood,
  slider,
  strain,
  deployWithQueue,
  loading,
  start,
  residentMemory,
  nodeMemory,
  idleCpu,
  changeLatency,
  changeFlood,
  statusStorm,
  mirror,
  mqtt,
  stalls,
  scale,
];
