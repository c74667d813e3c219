import type { Answer } from '../../bridge';
import { member } from '../../resources';
import type { Operation, Resource, ResourceType } from '../../resources';
import type { Command, Result } from '../../vocabulary';
import { commandError } from '../command-error';
import { namesOf } from '../names';
import { aboutOf, wordFor } from '../outcome';
import type { Asked, Outcome } from '../outcome';
import type { OpenBridge } from '../open-bridge';
import { switchedState } from '../switched-state';

/** How a request of a node is sent. */
export interface SendOptions {
  signal: AbortSignal;
}

/** A command, or the BridgeError for what is wrong with it. */
export function sound(result: Result<Command>): Command {
  if (result.ok) return result.value;
  throw commandError(result.problem);
}

/** Reads a resource or all of a type, and puts together what the flow is told. */
export async function readAndTell(
  bridge: OpenBridge,
  asked: { operation: 'list' | 'get'; rtype: ResourceType; rid?: string },
  options: SendOptions,
): Promise<Outcome> {
  const answer = await bridge.client.send(asked, options);
  return told(bridge, asked, answer);
}

/** A write that a node asks for. */
type AskedWrite = Asked & { operation: 'create' | 'update' | 'delete' | 'recall' };
type WriteOptions = SendOptions & { allowUnknownFields?: boolean };

/** Writes when the commands before for the same resource have been issued, and puts together what the flow is told. */
export function writeAndTell(
  bridge: OpenBridge,
  asked: AskedWrite,
  command: Command | undefined,
  options: WriteOptions,
): Promise<Outcome> {
  const { rid } = asked;
  const issue = (): Promise<Outcome> => write(bridge, asked, command, options);
  if (rid === undefined) return issue();
  return bridge.order.send({ rid, state: stateAfter(command), signal: options.signal, issue });
}

/** As `writeAndTell`, for a command whose turn it is: it goes before all others that wait. */
export function writeInTurn(
  bridge: OpenBridge,
  asked: AskedWrite & { rid: string },
  command: Command,
  options: WriteOptions,
): Promise<Outcome> {
  return bridge.order.issue({
    rid: asked.rid,
    state: stateAfter(command),
    signal: options.signal,
    issue: () => write(bridge, asked, command, options),
  });
}

const stateAfter = (command: Command | undefined): boolean | undefined =>
  command === undefined ? undefined : switchedState(command.body.members);

async function write(
  bridge: OpenBridge,
  asked: AskedWrite,
  command: Command | undefined,
  options: WriteOptions,
): Promise<Outcome> {
  const { operation, rtype, rid } = asked;
  const wire: Operation = operation === 'recall' ? 'update' : operation;
  const request = {
    operation: wire,
    rtype,
    ...(rid === undefined ? {} : { rid }),
    ...(command === undefined ? {} : { body: command.body }),
  };
  // A deleted resource has lost its name by the time that the bridge answers.
  const known = operation === 'delete' && rid !== undefined ? namesOf(bridge.home.mirror, rid) : {};
  const answer = await bridge.client.send(request, options);
  if (changesHome(wire, command?.body.members ?? {})) bridge.home.noteChange();
  const outcome = told(bridge, asked, answer, command?.warnings);
  const name = member(command?.body.members, 'metadata', 'name');
  const named = typeof name === 'string' ? { name } : {};
  return { ...outcome, about: { ...known, ...outcome.about, ...named } };
}

/** True for what changes names or what belongs where. */
const changesHome = (operation: Operation, body: Readonly<Record<string, unknown>>): boolean =>
  operation !== 'update' || ['metadata', 'children', 'name'].some((name) => name in body);

function told(
  bridge: OpenBridge,
  asked: Asked,
  answer: Answer<unknown>,
  warnings: readonly string[] = [],
): Outcome {
  const created = asked.operation === 'create' ? ridOf(answer.data) : asked.rid;
  return {
    payload: structuredClone(answer.data),
    about: aboutOf(
      bridge,
      created === undefined ? asked : { ...asked, rid: created },
      answer,
      warnings,
    ),
    word: wordFor(asked.operation, answer.data),
  };
}

function ridOf(reference: unknown): string | undefined {
  const rid = member(reference, 'rid');
  return typeof rid === 'string' ? rid : undefined;
}

/**
 * The state of a resource as the bridge holds it now.
 *
 * @throws {BridgeError} as the client
 */
export async function freshState(
  bridge: OpenBridge,
  rtype: ResourceType,
  rid: string,
  options: SendOptions,
): Promise<Resource> {
  const asked = { operation: 'get', rtype, rid } as const;
  const { data } = await bridge.client.send(asked, { ...options, patient: true });
  return Object.assign({ id: rid, type: rtype }, data);
}
