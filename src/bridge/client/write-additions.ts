import type { RequestedWrite, WriteAddition, WriteListener } from '../watch/watch';
import { missesLamp } from '../wire/envelope';
import type { SuccessfulBridgeResult, WriteOptions } from './client-options';

/** Tells listeners of a change before it is sent. @returns what they have sent along */
export function reportWrite(
  listeners: ReadonlySet<WriteListener>,
  write: Pick<RequestedWrite, 'rtype' | 'rid' | 'members'>,
  { sender, isBackground = false, place }: WriteOptions,
): readonly WriteAddition[] {
  if (listeners.size === 0) return [];
  return [...listeners].flatMap(
    (listener) => listener({ ...write, sender, isBackground, place }) ?? [],
  );
}

/** The members of a change with those that listeners add; what it sets itself stays. */
export const joinMembers = (
  additions: readonly WriteAddition[],
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...additions.map((addition) => addition.members), members].flatMap((part) =>
      Object.entries(part),
    ),
  );

/** Says to listeners whether the resource took the change with their members. */
export async function reportAnswer(
  additions: readonly WriteAddition[],
  writing: Promise<SuccessfulBridgeResult<unknown>>,
): Promise<void> {
  const isTaken = await writing.then(
    ({ warnings }) => !missesLamp(warnings),
    () => false,
  );
  for (const addition of additions) addition.onAnswer(isTaken);
}
