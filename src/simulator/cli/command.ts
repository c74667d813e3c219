#!/usr/bin/env node
import { helpText, parseCommandLine } from './command-line';
import { stopOnSignal } from './stop-on-signal';
import { startSimulator } from '..';
import type { SimulatorOptions } from '../simulator-options';
import type { Simulator } from '..';

async function run(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  if (commandLine.kind === 'help') {
    process.stdout.write(helpText);
    return;
  }
  const { options, fault, rateLimit } = commandLine;
  const onWarning = (warning: string): void => console.warn(warning);
  const simulator = await startSimulator({ ...options, onWarning });
  if (fault !== undefined) simulator.faults.inject(fault);
  if (rateLimit !== undefined) simulator.faults.setRateLimit(rateLimit);
  stopOnSignal(() => simulator.stop(), reportError);
  process.stdout.write(formatStartMessage(simulator, options));
}

function formatStartMessage(simulator: Simulator, options: SimulatorOptions): string {
  const entries: readonly (readonly [string, string | undefined])[] = [
    ['Bridge', simulator.url],
    ['Page', simulator.controlUrl],
    ['Key', simulator.key],
    ['Bridge id', simulator.bridgeId],
    ['Fingerprint', simulator.fingerprint],
    ['State', formatState(options)],
  ];
  const rows = entries.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name.padEnd(12)} ${value}`],
  );
  return ['Lighting bridge simulator', ...rows, '  Ctrl-C ends it', ''].join('\n');
}

function formatState({ homeFile, stateFile, saveState }: SimulatorOptions): string | undefined {
  const file = homeFile ?? stateFile;
  return file === undefined || saveState === true ? file : `${file} (is not changed)`;
}

function reportError(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

run().catch(reportError);
