/** As much of Node's own modules as is used; the core of this package is compiled without their types. */
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
 * A module of Node where there is one, without an import that a bundler for a browser or an edge runtime would stumble
 * over; undefined there, and in a Node before 22.3.
 */
export function findBuiltin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}
