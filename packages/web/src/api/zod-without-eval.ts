import { config } from 'zod';

// Schemas are compiled when they are created, which needs eval; the content security policy forbids it. Import before them.
config({ jitless: true });
