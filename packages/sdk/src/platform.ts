/** The parts of Node's modules that are used. The core of this package is compiled without Node's types. */
interface Builtins {
  readonly 'node:crypto': { createHash(name: 'sha256'): NodeHash };
  readonly 'node:fs': { readonly promises: NodeFiles; openAsBlob(path: string): Promise<Blob> };
  readonly 'node:os': { tmpdir(): string };
}

interface NodeHash {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

interface NodeFiles {
  mkdtemp(prefix: string): Promise<string>;
  open(path: string, flags: string, mode: number): Promise<NodeFile>;
  rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
}

export interface NodeFile {
  writeFile(bytes: Uint8Array): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Returns a module of Node without an import, which bundlers for browsers and edge runtimes could not resolve.
 * `undefined` elsewhere and in Node before 22.3.
 */
export function findBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}

/** Node, Bun and Deno. */
export function isServer(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined && !isPage();
}

/** Whether this runs in a page of a browser, where everything that the program knows is public. */
export function isPage(): boolean {
  const { window, document } = globalThis as { window?: unknown; document?: unknown };
  return window !== undefined && document !== undefined;
}

/** Origin of the page in a browser. */
export function pageOrigin(): string | undefined {
  const { location } = globalThis as { location?: { origin?: string } };
  return location?.origin?.startsWith('http') === true ? location.origin : undefined;
}
