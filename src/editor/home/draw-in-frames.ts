/** Longest time that drawing takes of one frame, in ms. Clicks and the browser get the rest of the frame. */
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
  // Until this frame, further calls wait in the list.
  requestAnimationFrame(() => {
    isPlanned = waiting.length > 0;
    if (isPlanned) drawWaiting();
  });
  while (waiting.length > 0 && performance.now() < end) waiting.shift()?.();
}
