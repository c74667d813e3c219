/** True for the id of a bridge: its MAC address with FFFE in the middle (Hue developer documentation). */
export const isBridgeId = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);
