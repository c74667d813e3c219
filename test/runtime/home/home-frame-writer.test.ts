import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { HomeFrameWriter } from '../../../src/runtime/home/home-feed';
import type { HomeFrameSource } from '../../../src/runtime/home/home-feed';
import { waitUntil } from '../../support/wait-until';

/** An editor that reads only when the test lets it. */
class SlowOutput extends Writable {
  readonly written: string[] = [];
  #proceed: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.written.push(text);
    this.#proceed = done;
  }

  /** Reads what was written. */
  read(): void {
    const proceed = this.#proceed;
    this.#proceed = undefined;
    proceed?.();
  }
}

describe('A reader of a home', () => {
  let version = 0;
  const source: HomeFrameSource = {
    home: () => `home ${version}`,
    changes: (ids) => `changes ${ids.join()} ${version}`,
    connection: () => `connection ${version}`,
    health: () => undefined,
  };
  let output: SlowOutput;
  let reader: HomeFrameWriter;
  beforeEach(() => {
    version = 1;
    output = new SlowOutput();
    reader = new HomeFrameWriter(output, source);
  });
  afterEach(() => {
    reader.close();
    output.destroy();
  });
  const readAll = (): Promise<void> =>
    waitUntil('everything read', () => {
      output.read();
      return output.writableLength === 0;
    });

  it('that is slow gets the latest state once, however much it missed', async () => {
    for (version = 2; version <= 1_000; version += 1)
      reader.receive({ kind: 'changes', ids: ['a', 'b'], text: `old ${version}` });
    assert.ok(output.writableLength < 100, `${output.writableLength} characters wait`);
    await readAll();
    assert.deepEqual(output.written, ['data: home 1\n\n', 'data: changes a,b 1001\n\n']);
  });

  it('that missed a whole home gets no changes of before', async () => {
    reader.receive({ kind: 'changes', ids: ['a'], text: 'old' });
    reader.receive({ kind: 'home', text: 'old' });
    reader.receive({ kind: 'connection', text: 'old' });
    version = 2;
    await readAll();
    assert.deepEqual(output.written, ['data: home 1\n\n', 'data: home 2\n\n']);
  });

  it('that keeps up gets every frame as it is', async () => {
    await readAll();
    reader.receive({ kind: 'changes', ids: ['a'], text: 'one' });
    await readAll();
    reader.receive({ kind: 'connection', text: 'two' });
    await readAll();
    assert.deepEqual(output.written.slice(1), ['data: one\n\n', 'data: two\n\n']);
  });
});
