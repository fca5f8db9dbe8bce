/** Pages that show the description of an API. */
export { mountDocs } from './docs-pages.tsx';
export { callExamples, exampleOf } from './examples.ts';
export { jsonOf, listEndpoints, resolve, slugOf, type Endpoint, type OpenApi } from './open-api.ts';
