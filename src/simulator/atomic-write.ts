import { open, rename } from 'node:fs/promises';

/**
 * Writes a file so that at any moment either the old or the new content stands there, whole.
 *
 * @param mode rights of the file, such as 0o600
 */
export async function atomicWrite(path: string, content: string, mode = 0o644): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}
