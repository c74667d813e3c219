/** Runs each task after all earlier ones, successful or not. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const running = this.#last.then(task);
    this.#last = running.catch(() => undefined);
    return running;
  }
}
