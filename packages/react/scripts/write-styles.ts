// Writes the style sheet of the package, which the web component has inside.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { styles } from '../src/styles.ts';

writeFileSync(join(import.meta.dirname, '../dist/styles.css'), styles);
