import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourceDocs } from './resource-docs';

writeFileSync(join(process.cwd(), 'docs', 'resources.md'), resourceDocs());
