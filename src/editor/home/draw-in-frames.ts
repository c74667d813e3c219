/** Time of one frame for drawing, in ms: what remains is for the user's clicks and for the browser. */
const frameBudget = 16;

const waiting: (() => void)[] = [];
let isPlanned = false;

/** Calls a function at once while the time of this frame lasts, otherwise in a later frame; in the order of the calls. */
export function drawInFrames(draw: () => void): void {
  waiting.push(draw);
  if (isPlanned) return;
  isPlanned = true;
  drawWaiting();
}

function drawWaiting(): void {
  const end = performance.now() + frameBudget;
  // The frame also ends the time that began with the first call.
  requestAnimationFrame(() => {
    isPlanned = waiting.length > 0;
    if (isPlanned) drawWaiting();
  });
  while (waiting.length > 0 && performance.now() < end) waiting.shift()?.();
}
