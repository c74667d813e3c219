/** Bounds of what a message or a dialog may hold. Text is counted in UTF-16 units. */
export interface MessageLimits {
  /** Longest text in all texts of one message together, in characters (UTF-16 units). */
  maxMessageText: number;
  /** Most values in one message, those in lists and objects included. */
  maxMessageValues: number;
  /** Most levels of lists and objects inside each other. */
  maxMessageDepth: number;
  /** Longest address of a target, such as `Bridge:Room/Name/type`, in characters; also the longest name of a bridge. */
  maxAddressLength: number;
  /** Most targets of one message, and most scenes that one message chooses from. */
  maxTargets: number;
}

export const messageLimits: Readonly<MessageLimits> = {
  maxMessageText: 1_000_000,
  maxMessageValues: 20_000,
  maxMessageDepth: 32,
  maxAddressLength: 200,
  maxTargets: 500,
};
