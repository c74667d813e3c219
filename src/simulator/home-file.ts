import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../files/file-system';
import { readJsonFile, writeFileAtomically } from '../files/text-file';
import { getNestedMember } from '../resources/members';
import { idPattern, isWellFormedResourceTypeName } from '../resources/identifiers';
import type { Resource } from '../resources/resource';
import { backupFormat } from '../backup/backup';
import { createHomeOfBackup } from './backup-home';
import { createFixtureHome } from './fixtures/home';
import { giveNewIds } from './new-ids';
import { hasIdAndType } from './simulated-home';
import type { SimulatorOptions } from './simulator-options';

/**
 * The resources at the start: of a home that is given, of a file, or of the fixture home.
 *
 * @throws Error if a file cannot be used
 */
export async function loadHome(
  options: SimulatorOptions,
  bridgeId: string,
): Promise<readonly Resource[]> {
  const resources = await loadResources(options, bridgeId);
  return options.newIds === undefined ? resources : giveNewIds(resources, options.newIds);
}

async function loadResources(
  { home, homeFile, stateFile, saveState = false }: SimulatorOptions,
  bridgeId: string,
): Promise<readonly Resource[]> {
  if (homeFile !== undefined) return loadHomeFile(homeFile);
  if (stateFile === undefined) return home ?? createFixtureHome(bridgeId);
  const saved = await readResources(stateFile);
  if (saveState) await assertWritableFolder(stateFile);
  else if (saved === undefined) {
    throw new Error(
      `There is no file ${stateFile}. With --state and --save, a new home is saved there.`,
    );
  }
  return saved ?? home ?? createFixtureHome(bridgeId);
}

async function loadHomeFile(file: string): Promise<readonly Resource[]> {
  const resources = await readResources(file);
  if (resources !== undefined) return resources;
  throw new Error(
    `There is no file ${file}. Check the path. To get such a file, use "Download diagnostics" in the sidebar of the editor.`,
  );
}

/**
 * The start then fails instead of the save.
 *
 * @throws {FileError} if the folder is not writable
 */
async function assertWritableFolder(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw new FileError('write', path, error);
  }
}

/**
 * Loads the response of a bridge to `GET /clip/v2/resource`, its `data`, the diagnostics file of the editor, which has
 * the response under `home`, or a backup.
 *
 * @returns undefined if there is no such file
 * @throws Error for anything else
 */
async function readResources(path: string): Promise<Resource[] | undefined> {
  const value = await readJsonFile(path);
  if (value === undefined) return undefined;
  if (getNestedMember(value, 'format') === backupFormat) return createHomeOfBackup(value);
  const entries = Array.isArray(value)
    ? value
    : (getNestedMember(value, 'data') ?? getNestedMember(value, 'home', 'data'));
  if (!Array.isArray(entries)) {
    throw new Error(
      `${path} holds no resources: expected an array, an object with \`data\`, a diagnostics file or a backup.`,
    );
  }
  if (entries.length === 0)
    throw new Error(`${path} holds an empty home: expected at least one resource.`);
  const placesById = new Map<string, number>();
  return entries.map((entry: unknown, index) => {
    if (!hasIdAndType(entry))
      throw new Error(`${path}: entry ${index} has no \`id\` and \`type\`.`);
    const { id, type } = entry;
    if (!idPattern.test(id))
      throw new Error(`${path}: the \`id\` of entry ${index} is no UUID, such as bridges have.`);
    if (!isWellFormedResourceTypeName(type))
      throw new Error(`${path}: the \`type\` of entry ${index} is no name of a resource type.`);
    const place = placesById.get(id);
    if (place !== undefined)
      throw new Error(`${path}: entries ${place} and ${index} have the same \`id\`.`);
    placesById.set(id, index);
    return entry;
  });
}

/** As `loadHome` reads it. */
export const saveHomeState = (path: string, resources: readonly Resource[]): Promise<void> =>
  writeFileAtomically(path, `${JSON.stringify({ errors: [], data: resources }, undefined, 1)}\n`);
