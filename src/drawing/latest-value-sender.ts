/** Sends values one after the other; of several pending values only the latest is sent. */
interface LatestValueSender<Value> {
  readonly isSending: boolean;
  readonly hasPending: boolean;
  send: (value: Value) => void;
}

/** @param sendValue sends one value; never rejects */
export function createLatestValueSender<Value>(
  sendValue: (value: Value) => Promise<void>,
): LatestValueSender<Value> {
  let pending: { value: Value } | undefined;
  let isSending = false;
  const sendPending = async (): Promise<void> => {
    isSending = true;
    while (pending !== undefined) {
      const { value } = pending;
      pending = undefined;
      await sendValue(value);
    }
    isSending = false;
  };
  return {
    get isSending() {
      return isSending;
    },
    get hasPending() {
      return pending !== undefined;
    },
    send(value) {
      pending = { value };
      if (!isSending) void sendPending();
    },
  };
}
