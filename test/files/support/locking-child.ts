import { withFileLock } from '../../../src/files/file-lock';
import { readTextFile, writeFileAtomically } from '../../../src/files/text-file';

/** Counts up in a file, one by one under its lock; with a count of 0 it keeps the lock instead. */
async function run(path: string, count: number): Promise<void> {
  if (count === 0) {
    await withFileLock(path, () => {
      process.send?.('held');
      return new Promise<void>((resolve) => {
        process.once('message', () => resolve());
      });
    });
  }
  for (let index = 0; index < count; index += 1) {
    await withFileLock(
      path,
      async (assertHeld) => {
        const value = Number((await readTextFile(path)) ?? '0');
        await writeFileAtomically(path, String(value + 1), { beforeReplace: assertHeld });
      },
      { timeout: 30_000 },
    );
    process.send?.('counted');
  }
  process.disconnect();
}

const [, , path = '', count = ''] = process.argv;
void run(path, Number(count));
