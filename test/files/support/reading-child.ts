import { readTextFile } from '../../../src/files/read-file';

void readTextFile(process.argv[2] ?? '');
