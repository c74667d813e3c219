/** True for a bridge id: 16 hex digits, the MAC address with FFFE in the middle (Hue developer documentation). */
export const isBridgeId = (text: string): boolean => /^[0-9a-f]{16}$/i.test(text);
