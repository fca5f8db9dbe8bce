/** A drive as tools for assistants: one definition for standard input and output, and for HTTP (ADR 115). */
export { answerMcpRequest, serveMcpOnStreams, type HttpAccess } from './serve.ts';
export type { DriveAccess } from './tool.ts';
