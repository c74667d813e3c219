/** In percent; applies even if the bridge does not report a low battery. */
const lowCharge = 20;

/** @param charge percent, or a word of the bridge such as `critical` */
export const isLowCharge = (charge: unknown): boolean =>
  typeof charge === 'number' ? charge <= lowCharge : charge === 'low' || charge === 'critical';
