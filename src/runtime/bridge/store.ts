import { createHash } from 'node:crypto';
import { access, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceIds } from '../../backup/replace-ids';
import { systemClock, unrefTimerClock } from '../../bridge/clock';
import type { Clock, TimerHandle } from '../../bridge/clock';
import type { Program } from '../../programs/program';
import { isObject, cloneJson, getNestedMember } from '../../resources/members';
import type { Members } from '../../resources/members';
import type { Resource } from '../../resources/resource';
import { toError } from '../errors';
import type { FormerContext } from './former-context';
import { StoredFileError, readStoredFile, withLockedStoredFile, storeVersion } from './stored-file';
import type { WriteStoredFile } from './stored-file';
import { isStoredProgram } from '../../programs/stored-program';
import { OneAtATime } from './one-at-a-time';
import * as v from 'valibot';

/** In the user directory. */
export const storeFolder = 'lighting-bridge';

/** In ms: many programs may change in one second. */
const writeInterval = 1_000;

/** In ms. A change repeats a failed write earlier. */
const retryInterval = 60_000;

interface BridgeIdentity {
  readonly bridgeId?: string | undefined;
  readonly fingerprint?: string | undefined;
}

interface BridgeStoreOptions {
  /** Without it, the store is in memory only. */
  readonly userDirectory: string | undefined;
  readonly nodeId: string;
  readonly former?: FormerContext | undefined;
  /** Resolves when an earlier store of the node is closed. Nothing is read before. */
  readonly earlierClosed?: Promise<void> | undefined;
  warn(warning: string): void;
  readonly clock?: Pick<Clock, 'now' | 'setTimeout' | 'clearTimeout'>;
}

/**
 * Keeps programs and saved states through restarts and power failures, in `lighting-bridge/<bridge id>.json` of the
 * user directory. Without an id, the name is the first 16 digits of the certificate's fingerprint. Several nodes and
 * processes can share a file: each adds its changes to the current content, under a lock.
 *
 * | State              | read              | change                | write fails        | written | close            |
 * | ------------------ | ----------------- | --------------------- | ------------------ | ------- | ---------------- |
 * | bridge not known   | memory            | in memory             | -                  | -       | closed           |
 * | nothing to write   | file              | write due             | -                  | -       | closed           |
 * | write due, writing | file and changes  | in this or next write | changes in memory  | nothing to write, or due | writes, closed |
 * | changes in memory  | last read file and changes | writes at once | again after 1 min | nothing to write | tries once, closed |
 * | closed             | file and changes  | ignored               | a warning          | -       | -                |
 *
 * The readable content of a damaged file goes into a new file, which replaces the damaged one once it is on disk; the
 * damaged one stays under another name. If the new file cannot be written, the readable content is used from memory. A file
 * of a later version, without access, or that is no regular file stays unchanged; changes are then kept in memory. Each case
 * is one warning. No function rejects, so that a disk error never stops a command.
 */
export class BridgeStore {
  /** Each save may use the last free name. */
  readonly stateSaving = new OneAtATime();
  readonly #clock: Pick<Clock, 'now' | 'setTimeout' | 'clearTimeout'>;
  readonly #ready: Promise<void>;
  #setReady: () => void = () => undefined;
  /** Resolves after the last write, also if it fails. */
  readonly closed: Promise<void>;
  #setClosed: () => void = () => undefined;
  #file: string | undefined;
  readonly #unsavedStates = new Map<string, SavedState>();
  #listPrograms: (() => readonly Program[]) | undefined;
  /** Running programs replace the earlier ones from then on. */
  #isResumed = false;
  /** Data of versions before the store, until it is in the file. */
  #former: BridgeStoreContents = emptyContents;
  #lastRead: BridgeStoreContents = emptyContents;
  #lastWrittenAt = -Infinity;
  #timer: TimerHandle | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #nextWrite: Promise<void> | undefined;
  #problem: string | undefined;
  /** Of the present file. */
  #damage: string | undefined;
  /** Of a damaged file that was replaced. */
  #loss: string | undefined;
  #isClosed = false;

  constructor(private readonly options: BridgeStoreOptions) {
    this.#clock = options.clock ?? unrefTimerClock;
    this.#ready = new Promise((resolve) => {
      this.#setReady = resolve;
    });
    this.closed = new Promise((resolve) => {
      this.#setClosed = resolve;
    });
  }

  /** False for a bridge that was never met, which has no stored data. */
  get isBridgeKnown(): boolean {
    return this.#file !== undefined;
  }

  /** Resolves when the bridge is known: the file without its ending names it. Never, if the store is in memory only. */
  async nameFolder(kind: string): Promise<string> {
    await this.#ready;
    return `${this.#file?.slice(0, -'.json'.length) ?? ''}-${kind}`;
  }

  /** Ignores later calls. */
  identify(identity: BridgeIdentity): void {
    const { userDirectory } = this.options;
    const [name, ...formerNames] = listFileNames(identity);
    if (userDirectory === undefined || this.#file !== undefined || name === undefined) return;
    const folder = join(userDirectory, storeFolder);
    this.#file = join(folder, name);
    void this.#takeOver(
      this.#file,
      formerNames.map((former) => join(folder, former)),
    ).then(this.#setReady);
  }

  /** Waits until the bridge is known. The store writes running programs only afterwards. */
  async resumePrograms(start: (programs: readonly Program[]) => Promise<void>): Promise<void> {
    await this.#ready;
    const { programs } = await this.#read();
    if (this.#isClosed) return;
    await start(programs.get(this.options.nodeId) ?? []);
    this.#isResumed = true;
    if (this.#listPrograms !== undefined) this.#schedule();
  }

  /** Keeps the programs for the next start of Node-RED. Writes at once, or a second after the last write. */
  keepPrograms(list: () => readonly Program[]): void {
    if (this.#isClosed) return;
    this.#listPrograms = list;
    if (this.#isResumed) this.#schedule();
  }

  /** Why states or programs may be missing that were saved before; undefined if all could be read. */
  get loss(): string | undefined {
    return this.#loss ?? this.#damage ?? this.#problem;
  }

  async readSavedStates(): Promise<ReadonlyMap<string, SavedState>> {
    return (await this.#read()).savedStates;
  }

  /**
   * Resolves when the state is on disk.
   *
   * @returns a warning if the state is in memory only
   */
  async saveState(name: string, state: SavedState): Promise<string | undefined> {
    this.#unsavedStates.set(name, state);
    if (this.#file !== undefined) await this.#ready;
    await this.#write();
    return this.#problem === undefined
      ? undefined
      : `The state is in memory only, and lost when Node-RED stops. ${this.#problem}`;
  }

  /**
   * Lists the saved states and stored programs that name an old id, and puts the new ids in their place if `apply` says
   * so: then the file as it was stays under another name. States of a bridge that this one replaces are copied under
   * names that are free here; its own file stays as it is.
   *
   * @param ids new id for each old one
   * @param formerBridge id of the bridge from which the old ids are
   * @throws {FileError | StoredFileError} if the file cannot be read or written; it stays as it is
   */
  takeOverIds(
    ids: ReadonlyMap<string, string>,
    formerBridge: string | undefined,
    apply: boolean,
  ): Promise<StoredIdsTakenOver> {
    return this.stateSaving.run(async () => {
      const file = this.#file;
      if (file === undefined) return { states: [], programs: 0 };
      await this.#ready;
      // What waits to be written is in the list, too.
      await this.#write();
      if (this.#problem !== undefined) throw new StoredFileError(this.#problem);
      return withLockedStoredFile(file, async (write) => {
        const { contents: present } = await readContents(file);
        const former = await readFormerStates(file, formerBridge);
        const { contents, ...taken } = renewIds(present, former, ids);
        if (!apply || (taken.states.length === 0 && taken.programs === 0)) return taken;
        const keptAs = `${file}.before-${systemClock.wallTime()}`;
        await write(serializeContents(contents), keptAs);
        this.#lastRead = contents;
        return { ...taken, keptAs };
      });
    });
  }

  /** Writes pending changes first. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const isDue = this.#timer !== undefined || this.#problem !== undefined;
    this.#clock.clearTimeout(this.#timer);
    await (isDue ? this.#write() : this.#lastWrite);
    this.#setClosed();
  }

  #schedule(delay = Math.max(0, this.#lastWrittenAt + writeInterval - this.#clock.now())): void {
    if (this.#isClosed || this.#file === undefined) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => void this.#write(), delay);
  }

  /** Writes unsaved changes; callers during a write share the next write. */
  #write(): Promise<void> {
    this.#nextWrite ??= this.#lastWrite.then(() => {
      this.#nextWrite = undefined;
      return this.#writeNow();
    });
    this.#lastWrite = this.#nextWrite;
    return this.#nextWrite;
  }

  async #writeNow(): Promise<void> {
    const file = this.#file;
    if (file === undefined) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastWrittenAt = this.#clock.now();
    try {
      await withLockedStoredFile(file, (write) => this.#addChanges(file, write));
      this.#problem = undefined;
      await this.#removeFormer();
    } catch (error) {
      this.#useMemory(file, error);
      this.#schedule(retryInterval);
    }
  }

  async #addChanges(file: string, write: WriteStoredFile): Promise<void> {
    const { contents: stored, damage } = await readContents(file);
    const states = [...this.#unsavedStates];
    const contents = this.#withChanges(stored);
    const text = serializeContents(contents);
    if (damage !== undefined) await this.#replaceDamaged(file, damage, text, write);
    else if (text !== serializeContents(stored)) await write(text);
    this.#lastRead = contents;
    for (const [name, state] of states)
      if (this.#unsavedStates.get(name) === state) this.#unsavedStates.delete(name);
  }

  async #replaceDamaged(
    file: string,
    damage: string,
    text: string,
    write: WriteStoredFile,
  ): Promise<void> {
    const aside = `${file}.unreadable-${systemClock.wallTime()}`;
    this.#damage = describeDamage(file, damage);
    await write(text, aside);
    this.#loss = `${this.#damage}. The package keeps it as ${aside} and goes on with what it can read of it.`;
    this.#damage = undefined;
    this.options.warn(this.#loss);
  }

  /** Returns data from memory if the file cannot be read. */
  async #read(): Promise<BridgeStoreContents> {
    const file = this.#file;
    if (file === undefined) return this.#withChanges(this.#lastRead);
    try {
      const { contents, damage } = await readContents(file);
      this.#lastRead = contents;
      this.#damage = damage === undefined ? undefined : describeDamage(file, damage);
      if (damage !== undefined) await this.#write();
    } catch (error) {
      this.#useMemory(file, error);
    }
    return this.#withChanges(this.#lastRead);
  }

  #withChanges({ programs, savedStates }: BridgeStoreContents): BridgeStoreContents {
    const { nodeId } = this.options;
    const allPrograms = new Map([...this.#former.programs, ...programs]);
    if (this.#isResumed && this.#listPrograms !== undefined) {
      const running = this.#listPrograms();
      if (running.length > 0) allPrograms.set(nodeId, running);
      else allPrograms.delete(nodeId);
    }
    return {
      programs: allPrograms,
      savedStates: new Map([...this.#former.savedStates, ...savedStates, ...this.#unsavedStates]),
    };
  }

  #useMemory(file: string, error: unknown): void {
    const isWarned = this.#problem !== undefined;
    const reason = describeFileError(file, error);
    this.#problem =
      this.#damage === undefined || error instanceof StoredFileError
        ? reason
        : `${this.#damage}, and cannot be replaced: ${reason}`;
    if (!isWarned)
      this.options.warn(
        `${this.#problem}. Programs and saved states of the bridge are kept in memory meanwhile.`,
      );
  }

  /** Copies data from another file name or, before the store, from the node's context. */
  async #takeOver(file: string, formerFiles: readonly string[]): Promise<void> {
    await this.options.earlierClosed;
    for (const former of formerFiles)
      if (!(await exists(file)) && (await exists(former)))
        await rename(former, file).catch(() => undefined);
    const { former: context, nodeId } = this.options;
    if (context === undefined) return;
    try {
      const { programs, damage } = parsePrograms((await context.read('programs')) ?? []);
      if (damage !== undefined)
        this.options.warn(
          `Of what an earlier version kept in the context of the bridge node, ${damage}.`,
        );
      const states = parseEachMember(await context.read('savedStates'), parseStoredState);
      const savedStates = states?.entries ?? new Map<string, SavedState>();
      if (programs.length === 0 && savedStates.size === 0) return;
      const hasPrograms = programs.length > 0;
      this.#former = { programs: new Map(hasPrograms ? [[nodeId, programs]] : []), savedStates };
      await this.#write();
    } catch (error) {
      this.#warnOfContext(error);
    }
  }

  /** Removes data from the context that the file has. A state that differs from the file's state of its name stays. */
  async #removeFormer(): Promise<void> {
    const { former: context } = this.options;
    if (this.#former === emptyContents || context === undefined) return;
    this.#former = emptyContents;
    try {
      await context.write('programs', undefined);
      const states = await context.read('savedStates');
      const left = Object.entries(isObject(states) ? states : {}).filter(
        ([name, value]) =>
          JSON.stringify(parseStoredState(value)) !==
          JSON.stringify(this.#lastRead.savedStates.get(name) ?? null),
      );
      await context.write('savedStates', left.length === 0 ? undefined : Object.fromEntries(left));
    } catch (error) {
      this.#warnOfContext(error);
    }
  }

  #warnOfContext(error: unknown): void {
    this.options.warn(
      `What an earlier version kept in the context of the bridge node cannot be taken over: ${toError(error).message}`,
    );
  }
}

/** Returns the name, then earlier names from when less was known of the bridge. */
function listFileNames({ bridgeId, fingerprint }: BridgeIdentity): readonly string[] {
  const id = bridgeId?.toLowerCase();
  const digits = fingerprint?.replaceAll(':', '').slice(0, 16).toLowerCase();
  const names = [
    id !== undefined && isDigits(id) ? id : undefined,
    digits !== undefined && isDigits(digits) ? digits : undefined,
    id === undefined ? undefined : createHash('sha256').update(id).digest('hex').slice(0, 16),
  ];
  return names.filter((name) => name !== undefined).map((name) => `${name}.json`);
}

const isDigits = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function readContents(
  file: string,
): Promise<{ contents: BridgeStoreContents; damage: string | undefined }> {
  try {
    return parseContents((await readStoredFile(file)) ?? {});
  } catch (error) {
    if (!(error instanceof StoredFileError) || error.isOfLaterVersion) throw error;
    return { contents: emptyContents, damage: error.message };
  }
}

const describeDamage = (file: string, damage: string): string =>
  `${file} cannot be read as a whole: ${damage}`;

const describeFileError = (file: string, error: unknown): string =>
  error instanceof StoredFileError
    ? `${file} stays as it is, since ${error.message}`
    : toError(error).message;

interface BridgeStoreContents {
  /** By bridge node id. */
  readonly programs: ReadonlyMap<string, readonly Program[]>;
  /** By name. */
  readonly savedStates: ReadonlyMap<string, SavedState>;
}

export interface StoredIdsTakenOver {
  readonly states: readonly {
    readonly name: string;
    /** True for a state of the bridge that this one replaces. */
    readonly isCopied: boolean;
  }[];
  /** How many. */
  readonly programs: number;
  /** Where the file stays as it was; missing if nothing was changed. */
  readonly keptAs?: string;
}

async function readFormerStates(
  file: string,
  bridgeId: string | undefined,
): Promise<BridgeStoreContents['savedStates']> {
  const former = listFileNames({ bridgeId })[0];
  if (former === undefined) return emptyContents.savedStates;
  const path = join(dirname(file), former);
  return path === file
    ? emptyContents.savedStates
    : (await readContents(path)).contents.savedStates;
}

/** An entry that names no old id stays the same object. */
function renewIds(
  { programs, savedStates }: BridgeStoreContents,
  former: BridgeStoreContents['savedStates'],
  ids: ReadonlyMap<string, string>,
): StoredIdsTakenOver & { readonly contents: BridgeStoreContents } {
  const renew = <Entry>(entry: Entry, parse: (value: unknown) => Entry | undefined): Entry => {
    let isRenewed = false;
    const renewed = replaceIds(entry, ids, (_path, id) => {
      isRenewed ||= (ids.get(id) ?? id) !== id;
    });
    return isRenewed ? (parse(renewed) ?? entry) : entry;
  };
  const states: { name: string; isCopied: boolean }[] = [];
  const newStates = new Map(savedStates);
  const isNew = (name: string): boolean => !savedStates.has(name);
  const copied = [...former].filter(([name]) => isNew(name));
  for (const [name, state] of [...savedStates, ...copied]) {
    const renewed = renew(state, parseSavedState);
    if (renewed === state) continue;
    newStates.set(name, renewed);
    states.push({ name, isCopied: isNew(name) });
  }
  let count = 0;
  const newPrograms = [...programs].map(([nodeId, list]) => {
    const renewedList = list.map((program) => renew(program, toStoredProgram));
    count += renewedList.filter((program, index) => program !== list[index]).length;
    return [nodeId, renewedList] as const;
  });
  const contents = { programs: new Map(newPrograms), savedStates: newStates };
  return { states, programs: count, contents };
}

const toStoredProgram = (value: unknown): Program | undefined =>
  isStoredProgram(value) ? value : undefined;

const emptyContents: BridgeStoreContents = { programs: new Map(), savedStates: new Map() };

const maxDepth = 32;

const serializeContents = ({ programs, savedStates }: BridgeStoreContents): string =>
  `${JSON.stringify({
    version: storeVersion,
    programs: Object.fromEntries(programs),
    savedStates: Object.fromEntries(savedStates),
  })}\n`;

/** @returns `damage` describes invalid entries */
function parseContents(members: Members): {
  contents: BridgeStoreContents;
  damage: string | undefined;
} {
  const { programs = {}, savedStates = {}, ...others } = members;
  const damages: string[] = [];
  const [other] = Object.keys(others);
  if (other !== undefined) damages.push(`${JSON.stringify(other.slice(0, 40))} is not known`);
  const parsed = {
    programs: parseEachMember(programs, (value) => {
      const { programs: valid, damage } = parsePrograms(value);
      if (damage !== undefined) damages.push(damage);
      return valid;
    }),
    savedStates: parseEachMember(savedStates, parseStoredState),
  };
  if (parsed.programs === undefined) damages.push('it holds no programs');
  if (parsed.savedStates === undefined) damages.push('it holds no saved states');
  const lost = parsed.savedStates?.lost ?? 0;
  if (lost > 0) damages.push(`${lost} of the saved states cannot be read`);
  return {
    contents: {
      programs: parsed.programs?.entries ?? new Map(),
      savedStates: parsed.savedStates?.entries ?? new Map(),
    },
    damage: damages.length === 0 ? undefined : damages.join(', '),
  };
}

/** Returns the valid programs; `damage` describes the others. */
function parsePrograms(value: unknown): {
  programs: readonly Program[];
  damage: string | undefined;
} {
  if (!Array.isArray(value)) return { programs: [], damage: 'a list of programs is none' };
  const programs = value.filter((one: unknown) => isNestedAtMost(one)).filter(isStoredProgram);
  const lost = value.length - programs.length;
  const damage =
    lost === 0
      ? undefined
      : `${lost} of the ${value.length} programs cannot be read and have ended`;
  return { programs, damage };
}

const parseStoredState = (value: unknown): SavedState | undefined =>
  isNestedAtMost(value) ? parseSavedState(value) : undefined;

/** Returns the valid members; `lost` counts the others. Undefined if the value is no object. */
function parseEachMember<T>(
  value: unknown,
  parse: (value: unknown) => T | undefined,
): { entries: Map<string, T>; lost: number } | undefined {
  if (!isObject(value)) return undefined;
  const all = Object.entries(value);
  const entries = all.flatMap(([name, entry]) => {
    const parsed = parse(entry);
    return parsed === undefined ? [] : [[name, parsed] as const];
  });
  return { entries: new Map(entries), lost: all.length - entries.length };
}

const isNestedAtMost = (value: unknown, depth = maxDepth): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 &&
    Object.entries(value).every(
      ([name, member]) => name !== '__proto__' && isNestedAtMost(member, depth - 1),
    ));

const savedScene = v.looseObject({ rid: v.string(), groupRid: v.string(), dynamic: v.boolean() });

export type SavedActiveScene = Readonly<v.InferOutput<typeof savedScene>>;

const savedState = v.looseObject({
  lamps: v.array(v.looseObject({ id: v.string(), type: v.literal('light') })),
  scenes: v.array(savedScene),
});

export interface SavedState {
  /** Id, type and shown state of each lamp. */
  readonly lamps: readonly Resource[];
  readonly scenes: readonly SavedActiveScene[];
}

/** Members that a lamp shows. Service document, section 2.4. */
const shownPaths: readonly (readonly string[])[] = [
  ['on', 'on'],
  ['dimming', 'brightness'],
  ['color_temperature', 'mirek'],
  ['color_temperature', 'mirek_valid'],
  ['color', 'xy'],
  ['gradient', 'points'],
  ['gradient', 'mode'],
  ['effects', 'status'],
  ['effects_v2', 'status'],
];

export function toSavedLamp(lamp: Resource): Resource {
  const taken: Resource = { id: lamp.id, type: lamp.type };
  for (const [member = '', inner = ''] of shownPaths) {
    const value = getNestedMember(lamp, member, inner);
    if (value === undefined) continue;
    const present = taken[member];
    taken[member] = { ...(isObject(present) ? present : {}), [inner]: cloneJson(value) };
  }
  return taken;
}

/** Returns undefined for an invalid state: the file may have been edited. */
const parseSavedState = (value: unknown): SavedState | undefined =>
  v.is(savedState, value)
    ? { lamps: value.lamps.map(toSavedLamp), scenes: value.scenes }
    : undefined;
