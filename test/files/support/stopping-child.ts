import { writeFileAtomically } from '../../../src/files/text-file';

/** Stops for good while a file is written: all is written, and the file is not yet replaced. */
void writeFileAtomically(process.argv[2] ?? '', 'new', {
  beforeReplace() {
    process.send?.('written');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
