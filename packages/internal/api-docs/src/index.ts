/** Pages that show the description of an API. */
export { callExamples } from './call-examples.ts';
export { mountDocs } from './docs-pages.tsx';
export { exampleOf } from './example-value.ts';
export { jsonOf, listEndpoints, resolve, slugOf, type Endpoint, type OpenApi } from './open-api.ts';
