// Packs what is published into DRIVE_PACKED_DIR, once for all checks that look at it.
import { packPackages, PUBLISHED } from './packed.mjs';

const { packed, remove } = await packPackages(PUBLISHED);
remove();
for (const { archive } of packed) console.log(archive);
