import { caseOf } from '../all-cases';
import type { Form } from '../fault-case';
import { stopNodeRedHere } from './node-red-here';
import { runCase, surviveCrashes } from './run-case';

/** What the process that forked this one asks for. */
export interface Order {
  form: Form;
  numbers: readonly number[];
}

surviveCrashes();
process.on('message', (order: Order) => void carryOut(order));

async function carryOut({ form, numbers }: Order): Promise<void> {
  for (const number of numbers) process.send?.(await runCase(caseOf(number), form));
  await stopNodeRedHere();
  process.disconnect();
}
