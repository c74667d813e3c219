import type { Xy } from './light-color';
import { interpolate, roundTo } from './arithmetic';

/** The triangle of colours that a lamp can show. */
export interface Gamut {
  red: Xy;
  green: Xy;
  blue: Xy;
}

/** By the `gamut_type` of a lamp. Sources: Hue developer documentation; A and C as lamps report them. */
export const gamutsByType = {
  A: { red: { x: 0.704, y: 0.296 }, green: { x: 0.2151, y: 0.7106 }, blue: { x: 0.138, y: 0.08 } },
  B: { red: { x: 0.675, y: 0.322 }, green: { x: 0.409, y: 0.518 }, blue: { x: 0.167, y: 0.04 } },
  C: {
    red: { x: 0.6915, y: 0.3083 },
    green: { x: 0.17, y: 0.7 },
    blue: { x: 0.1532, y: 0.0475 },
  },
} as const satisfies Readonly<Record<string, Gamut>>;

type Edge = readonly [from: Xy, to: Xy];

const listEdges = ({ red, green, blue }: Gamut): readonly Edge[] => [
  [red, green],
  [green, blue],
  [blue, red],
];

export const getXyDistance = (one: Xy, other: Xy): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

/** Twice the area between edge and point; positive if the point is to the left of the edge. */
const crossProduct = ([from, to]: Edge, point: Xy): number =>
  (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);

const getSignedArea = ({ red, green, blue }: Gamut): number => crossProduct([red, green], blue) / 2;

/** Bridges report triangles without an area for lamps with an unknown gamut. */
const leastArea = 0.001;

export const isGamut = (gamut: Gamut): boolean => Math.abs(getSignedArea(gamut)) >= leastArea;

const measureDepth = (point: Xy, edge: Edge, gamut: Gamut): number =>
  (Math.sign(getSignedArea(gamut)) * crossProduct(edge, point)) / (getXyDistance(...edge) || 1);

/** To four places, as lamps do. */
export const roundXy = ({ x, y }: Xy): Xy => ({ x: roundTo(x, 4), y: roundTo(y, 4) });

/** Returns `xy` itself inside the gamut, otherwise the nearest point on its edges. */
export function clampToGamut(xy: Xy, gamut: Gamut): Xy {
  const edges = listEdges(gamut);
  if (edges.every((edge) => measureDepth(xy, edge, gamut) >= 0)) return xy;
  const nearest = edges.map((edge) => getNearestPointOnEdge(xy, edge));
  return roundXy(takeNearest(xy, nearest));
}

/** Returns the nearest chromaticity that one of the lamps can show; `xy` itself without a gamut. */
export const clampToGamuts = (xy: Xy, gamuts: readonly Gamut[]): Xy =>
  takeNearest(
    xy,
    gamuts.map((gamut) => clampToGamut(xy, gamut)),
  );

/** Returns the first of the points that are nearest to `xy`; `xy` itself without a point. */
export function takeNearest(xy: Xy, points: readonly Xy[]): Xy {
  const distances = points.map((point) => getXyDistance(point, xy));
  return points[distances.indexOf(Math.min(...distances))] ?? xy;
}

export function getNearestPointOnEdge(point: Xy, [from, to]: Edge): Xy {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { x: from.x + share * dx, y: from.y + share * dy };
}

/** Lamps round to four places, in both directions. */
const edgeTolerance = 0.000_075;

/**
 * Moves colours inside the gamut away from its edges, so that `undoClamping` can recognise clamped colours.
 *
 * @param isPure true for a colour of maximum purity: it is inside near an edge only by chance
 */
export function clampReversibly(xy: Xy, gamut: Gamut, isPure: boolean): Xy {
  const clamped = clampToGamut(xy, gamut);
  const isBeyond = getXyDistance(clamped, xy) > (isPure ? 0 : edgeTolerance);
  return isBeyond ? clamped : clampToGamut(xy, withoutRim(gamut));
}

/** The rim is narrower than a visible difference of colours. */
function withoutRim(gamut: Gamut): Gamut {
  const { red, green, blue } = gamut;
  const [redSide, greenSide, blueSide] = [
    getXyDistance(green, blue),
    getXyDistance(blue, red),
    getXyDistance(red, green),
  ];
  const perimeter = redSide + greenSide + blueSide;
  const center = {
    x: (redSide * red.x + greenSide * green.x + blueSide * blue.x) / perimeter,
    y: (redSide * red.y + greenSide * green.y + blueSide * blue.y) / perimeter,
  };
  const radius = (2 * Math.abs(getSignedArea(gamut))) / perimeter;
  const share = Math.max(0, 1 - (2 * edgeTolerance) / radius);
  const shrink = ({ x, y }: Xy): Xy => ({
    x: center.x + share * (x - center.x),
    y: center.y + share * (y - center.y),
  });
  return { red: shrink(red), green: shrink(green), blue: shrink(blue) };
}

interface ColorRange {
  /** Contains all colours. */
  readonly outer: Gamut;
  readonly white: Xy;
}

/**
 * Returns the purest colour that is clamped to a point on the edge; a pale colour where the edge passes near white, as
 * in gamut B, since white and pale colours are clamped there too.
 *
 * @returns `xy` itself inside the gamut, otherwise a point of the outer triangle if one is farther out
 */
export function undoClamping(xy: Xy, gamut: Gamut, { outer, white }: ColorRange): Xy {
  const edges = listEdges(gamut);
  const depths = edges.map((edge) => measureDepth(xy, edge, gamut));
  const least = Math.min(...depths);
  if (least > edgeTolerance) return xy;
  for (const name of ['red', 'green', 'blue'] as const)
    if (getXyDistance(clampToGamut(xy, gamut), gamut[name]) <= 2 * edgeTolerance)
      return outer[name];
  const edge = edges[depths.indexOf(least)];
  const pure = edge && findFartherOut(xy, edge, gamut, outer);
  if (pure === undefined) return xy;
  const share = Math.min(
    1,
    Math.max(0, (getXyDistance(xy, white) - paleUpTo) / (pureFrom - paleUpTo)),
  );
  return { x: interpolate(xy.x, pure.x, share), y: interpolate(xy.y, pure.y, share) };
}

/** Distances from white: up to the first, a colour on an edge is read as pale; from the second, as pure. */
const [paleUpTo, pureFrom] = [0.02, 0.05] as const;

/** On the ray that leaves the edge at a right angle. */
function findFartherOut(xy: Xy, edge: Edge, gamut: Gamut, outer: Gamut): Xy | undefined {
  const [from, to] = edge;
  const start = getNearestPointOnEdge(xy, edge);
  const side = Math.sign(getSignedArea(gamut));
  const ray = { x: side * (to.y - from.y), y: side * (from.x - to.x) };
  const distances = listEdges(outer).flatMap(([a, b]) => {
    const along = { x: b.x - a.x, y: b.y - a.y };
    const determinant = ray.x * along.y - ray.y * along.x;
    const [dx, dy] = [a.x - start.x, a.y - start.y];
    const distance = (dx * along.y - dy * along.x) / determinant;
    const share = (dx * ray.y - dy * ray.x) / determinant;
    return distance > 0 && share >= 0 && share <= 1 ? [distance] : [];
  });
  const first = Math.min(...distances);
  return first === Infinity
    ? undefined
    : { x: start.x + first * ray.x, y: start.y + first * ray.y };
}
