import type { Xy } from './light-color';

const minKelvin = 1_667;
const maxKelvin = 25_000;

/**
 * Source: the cubic spline of Kim et al., "Design of advanced colour temperature control system for HDTV applications"
 * (Journal of the Korean Physical Society, 2002).
 *
 * @param mirek limited to 40 … 599, the range of the spline
 */
export function mirekToXy(mirek: number): Xy {
  const kelvin = Math.min(maxKelvin, Math.max(minKelvin, 1_000_000 / mirek));
  const x = chromaticityX(kelvin);
  return { x, y: chromaticityY(kelvin, x) };
}

const cubic = (value: number, [a, b, c, d]: readonly [number, number, number, number]): number =>
  ((a * value + b) * value + c) * value + d;

const chromaticityX = (kelvin: number): number =>
  cubic(
    1_000 / kelvin,
    kelvin <= 4_000
      ? [-0.2661239, -0.234358, 0.8776956, 0.17991]
      : [-3.0258469, 2.1070379, 0.2226347, 0.24039],
  );

function chromaticityY(kelvin: number, x: number): number {
  if (kelvin <= 2_222) return cubic(x, [-1.1063814, -1.3481102, 2.18555832, -0.20219683]);
  if (kelvin <= 4_000) return cubic(x, [-0.9549476, -1.37418593, 2.09137015, -0.16748867]);
  return cubic(x, [3.081758, -5.8733867, 3.75112997, -0.37001483]);
}
