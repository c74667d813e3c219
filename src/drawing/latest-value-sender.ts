/**
 * Sends values one by one; of several pending values only the latest.
 *
 * @param sendValue never rejects
 */
export function createLatestValueSender<Value>(sendValue: (value: Value) => Promise<void>) {
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
    get isSending(): boolean {
      return isSending;
    },
    get hasPending(): boolean {
      return pending !== undefined;
    },
    send: (value: Value): void => {
      pending = { value };
      if (!isSending) void sendPending();
    },
  };
}
