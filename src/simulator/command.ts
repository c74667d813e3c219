#!/usr/bin/env node
import { help, readCommandLine } from './command-options';
import type { CommandLine } from './command-options';
import { endAtSignal } from './end-at-signal';
import { startSimulator } from './simulator';
import type { Simulator } from './simulator';

async function run(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2), process.env);
  if (line.kind === 'help') {
    process.stdout.write(help);
    return;
  }
  const simulator = await start(line);
  endAtSignal(() => simulator.stop(), fail);
  process.stdout.write(startedBlock(simulator, line));
}

async function start({
  options,
  fault,
  rateLimit,
}: Extract<CommandLine, { kind: 'start' }>): Promise<Simulator> {
  const onWarning = (warning: string): void => console.warn(warning);
  const simulator = await startSimulator({ ...options, onWarning });
  if (fault !== undefined) simulator.faults.answer(fault);
  if (rateLimit !== undefined) simulator.faults.rateLimit(rateLimit);
  return simulator;
}

function startedBlock(
  simulator: Simulator,
  { options }: Extract<CommandLine, { kind: 'start' }>,
): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Bridge', simulator.url],
    ['Page', simulator.controlUrl],
    ['Key', simulator.key],
    ['Bridge id', simulator.bridgeId],
    ['Fingerprint', simulator.fingerprint],
    ['State', options.stateFile],
  ];
  const shown = lines.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name.padEnd(12)} ${value}`],
  );
  return ['Lighting bridge simulator', ...shown, '  Ctrl-C ends it', ''].join('\n');
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

run().catch(fail);
