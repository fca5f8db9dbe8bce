import type { DriveClient, KeyScope } from '@drive/sdk';
import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type * as z from 'zod';

/** A drive as the tools reach it: with the key of the user whom the assistant helps. */
export interface DriveAccess {
  readonly client: DriveClient;
  /** Sends requests as the client does, for signed URLs. */
  readonly fetch: typeof globalThis.fetch;
  /** Scopes of the key: a tool that needs another one does not exist. */
  readonly scopes: readonly KeyScope[];
  /** Version of the program that serves the tools. */
  readonly version: string;
  /** Receives what is a defect of the tools, and no refusal of the server. */
  readonly onDefect: (error: unknown) => void;
}

/** The result of a call: an object of the tool's output schema, and blocks to show instead of it. */
export interface ToolAnswer<Output> {
  readonly structured: Output;
  /** Default: the object as JSON. */
  readonly content?: CallToolResult['content'];
}

/** A call whose arguments are checked. */
export interface ToolCall<Input> {
  readonly drive: DriveAccess;
  readonly input: Input;
  readonly signal: AbortSignal;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Every one of them is needed. */
  readonly scopes: readonly KeyScope[];
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(call: ToolCall<any>): Promise<ToolAnswer<unknown>>;
}

/** Declares a tool and infers the types of its arguments and its result. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    readonly input: Input;
    readonly output: Output;
    run(call: ToolCall<z.output<Input>>): Promise<ToolAnswer<z.input<Output>>>;
  },
): Tool {
  return tool;
}

/** Tells the assistant in words what is wrong and what to do next. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Changes nothing. */
export const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Only adds to the drive. */
export const adds: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Changes what is there: assistants ask their user first. Each such change can be undone. */
export const changes: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};
