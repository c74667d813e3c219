import type { Measure, MeasureOptions, MeasureResult } from '../measure';
import { median } from '../statistics';
import type { ResidentMemory } from '../support/resident-memory-child';
import { runInChildProcess } from '../support/run-in-child-process';

/** What a small board must have for a home of 50 lamps. */
export const residentMemoryMeasure: Measure = {
  name: 'resident-memory',
  title: 'Resident memory of a Node-RED with 50 lamps',
  run,
};

async function run({ quick }: MeasureOptions): Promise<MeasureResult[]> {
  const settleTime = quick ? 20_000 : 60_000;
  const rounds = Array.from({ length: quick ? 2 : 5 });
  const measureKind = async (kind: 'alone' | 'bridge'): Promise<number> => {
    const memories = await Promise.all(rounds.map(() => measureProcess(kind, settleTime)));
    return median(memories.map(({ bytes }) => bytes)) / 1e6;
  };
  const alone = await measureKind('alone');
  const withBridge = await measureKind('bridge');
  return [
    { what: 'Node-RED alone', value: alone, unit: 'MB' },
    { what: 'with 50 lamps', value: withBridge, unit: 'MB', atMost: 115 },
    { what: 'what the lamps add', value: withBridge - alone, unit: 'MB', atMost: 9, rest },
  ];
}

const rest =
  'on the heap 5 MB (code 1.8, source texts 1.2, objects and their shapes 1.2); pages of Node itself for TLS and for compiling 5.5; the young generation, of which a Node-RED that does nothing fills less, 7; up to 10 from when V8 optimises the HTTP parser of undici, which is WebAssembly.';

const measureProcess = (kind: string, settleTime: number): Promise<ResidentMemory> =>
  runInChildProcess('resident-memory-child.js', kind, String(settleTime));
