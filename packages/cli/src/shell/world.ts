import type { Readable, Writable } from 'node:stream';
import type { WaitingProcess } from './hand-over.ts';

export type Sink = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export type Source = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** A secret store of the operating system, one secret per account. */
export interface Keychain {
  find(account: string): Promise<string | undefined>;
  save(account: string, secret: string): Promise<void>;
  /** Returns whether there was one. */
  remove(account: string): Promise<boolean>;
}

/** The environment of a command, except network and files. */
export interface World {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDirectory: string;
  /** Name of this computer. */
  readonly host: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves early if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back on Ctrl-C and SIGTERM until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** Returns undefined if no keyring can be loaded. Never throws. */
  loadKeychain(): Promise<Keychain | undefined>;
  /** Returns whether a browser was opened. Only for URLs from `findServerPage`. */
  openBrowser(url: string): Promise<boolean>;
  /** The process that waits for changes after this one has ended. */
  findWaitingProcess(): Promise<WaitingProcess | undefined>;
}
