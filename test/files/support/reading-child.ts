import { readTextFile } from '../../../src/files/text-file';

void readTextFile(process.argv[2] ?? '');
