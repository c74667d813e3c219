/** Text is counted in UTF-16 units. */
export interface MessageLimits {
  /** Maximum length of all texts of one message together. */
  maxMessageText: number;
  /** Maximum number of values in one message, also inside lists and objects. */
  maxMessageValues: number;
  /** Maximum depth of nested lists and objects. */
  maxMessageDepth: number;
  /** Maximum length of an address, such as `Bridge:Room/Name/type`, and of the name of a bridge. */
  maxAddressLength: number;
  /** Maximum number of targets of one message, and of scenes to choose from. */
  maxTargets: number;
}

export const messageLimits: Readonly<MessageLimits> = {
  maxMessageText: 1_000_000,
  maxMessageValues: 20_000,
  maxMessageDepth: 32,
  maxAddressLength: 200,
  maxTargets: 500,
};
