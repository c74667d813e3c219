import type { Measure } from '../measure';
import { changeFloodMeasure } from './change-flood';
import { changeLatencyMeasure } from './change-latency';
import { commandLatencyMeasure } from './command-latency';
import { homeInBrowserMeasure } from './home-in-browser';
import { homeInSidebarMeasure } from './home-in-sidebar';
import { idleCpuMeasure } from './idle-cpu';
import { deployWithQueueMeasure } from './deploy-with-queue';
import { largeDeployMeasure } from './large-deploy';
import { loadingMeasure } from './loading';
import { logbookMeasure } from './logbook';
import { messageFloodMeasure } from './message-flood';
import { stateCacheMeasure } from './state-cache';
import { mqttMeasure } from './mqtt';
import { nodeMemoryMeasure } from './node-memory';
import { pollRequestsMeasure } from './poll-requests';
import { residentMemoryMeasure } from './resident-memory';
import { scaleMeasure } from './scale';
import { sliderMeasure } from './slider';
import { stallsMeasure } from './stalls';
import { startMeasure } from './start';
import { statusStormMeasure } from './status-storm';
import { strainMeasure } from './strain';
import { unchangedPollMeasure } from './unchanged-poll';

/** In running order. */
export const measures: readonly Measure[] = [
  commandLatencyMeasure,
  pollRequestsMeasure,
  unchangedPollMeasure,
  messageFloodMeasure,
  sliderMeasure,
  strainMeasure,
  deployWithQueueMeasure,
  loadingMeasure,
  startMeasure,
  residentMemoryMeasure,
  nodeMemoryMeasure,
  idleCpuMeasure,
  changeLatencyMeasure,
  changeFloodMeasure,
  homeInSidebarMeasure,
  homeInBrowserMeasure,
  statusStormMeasure,
  stateCacheMeasure,
  mqttMeasure,
  stallsMeasure,
  scaleMeasure,
  largeDeployMeasure,
  logbookMeasure,
];
