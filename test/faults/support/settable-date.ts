const readMachineDate = Date.now.bind(Date);
let shift = 0;

// The modules of the product keep the function.
Date.now = () => readMachineDate() + shift;

/** Takes ms since the epoch; the date goes on from there. */
export function setDate(date: number): void {
  shift = date - readMachineDate();
}

/** Takes ms, forward or back. */
export function shiftDate(by: number): void {
  shift += by;
}

export function resetDate(): void {
  shift = 0;
}
