const readMachineDate = Date.now.bind(Date);
let shift = 0;

// Before the modules of the product are loaded, which keep the function.
Date.now = () => readMachineDate() + shift;

/** Sets the date of this process, in ms since the epoch; it goes on from there. */
export function setDate(date: number): void {
  shift = date - readMachineDate();
}

/** Sets the date of this process forward, or back. */
export function shiftDate(by: number): void {
  shift += by;
}

/** Gives this process the date of the machine again. */
export function resetDate(): void {
  shift = 0;
}
