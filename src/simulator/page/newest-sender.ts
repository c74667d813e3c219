/** Sends values one after the other, and of those that wait only the newest. */
export interface NewestSender<Value> {
  /** True while a value is on its way. */
  readonly busy: boolean;
  /** True while another value waits for that. */
  readonly hasNext: boolean;
  send: (value: Value) => void;
}

/** @param sendOne sends one value; never rejects */
export function newestSender<Value>(sendOne: (value: Value) => Promise<void>): NewestSender<Value> {
  let next: { value: Value } | undefined;
  let busy = false;
  const work = async (): Promise<void> => {
    busy = true;
    while (next !== undefined) {
      const { value } = next;
      next = undefined;
      await sendOne(value);
    }
    busy = false;
  };
  return {
    get busy() {
      return busy;
    },
    get hasNext() {
      return next !== undefined;
    },
    send(value) {
      next = { value };
      if (!busy) void work();
    },
  };
}
