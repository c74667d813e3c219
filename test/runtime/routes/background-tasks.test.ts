import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { BackgroundTaskRunner } from '../../../src/runtime/routes/pairing';
import type { BackgroundTask } from '../../../src/runtime/routes/pairing';

const tenMinutes = 600_000;

/** A task that ends when it is stopped. */
class Task implements BackgroundTask {
  done = false;

  stop(): void {
    this.done = true;
  }
}

describe('A task that a dialog starts', () => {
  let tasks: BackgroundTaskRunner<Task>;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    tasks = new BackgroundTaskRunner();
  });
  afterEach(() => mock.timers.reset());

  it('is stopped and forgotten ten minutes after its start', () => {
    const task = new Task();
    const id = tasks.join(() => task);
    mock.timers.tick(tenMinutes - 1);
    assert.equal(tasks.find(id), task);
    assert.equal(task.done, false);
    mock.timers.tick(1);
    assert.equal(tasks.find(id), undefined);
    assert.equal(task.done, true);
  });

  it('has its ten minutes, however shortly before them the task before it was started', () => {
    tasks.join(() => new Task());
    mock.timers.tick(tenMinutes - 1);
    tasks.running?.task.stop();
    const next = new Task();
    const id = tasks.join(() => next);
    mock.timers.tick(tenMinutes - 1);
    assert.equal(tasks.find(id), next);
    assert.equal(next.done, false);
    mock.timers.tick(1);
    assert.equal(tasks.find(id), undefined);
    assert.equal(next.done, true);
  });

  it('can be started again when its time is up', () => {
    const first = tasks.start(() => new Task());
    assert.equal(
      tasks.start(() => new Task()),
      undefined,
      'while the first one runs',
    );
    mock.timers.tick(tenMinutes);
    const second = tasks.start(() => new Task());
    assert.ok(second !== undefined && second !== first);
  });
});
