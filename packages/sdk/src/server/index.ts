/** A route of an application that lets its users upload: for any runtime with the Fetch API, and for Node. */
export { createUploadHandler, type UploadHandlerOptions } from './upload-handler.ts';
export { toNodeHandler, type NodeHandler, type NodeRequest, type NodeResponse } from './node-handler.ts';
