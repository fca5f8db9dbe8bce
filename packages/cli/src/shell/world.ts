import type { Readable, Writable } from 'node:stream';

/** Where text goes; a terminal says so and knows how wide it is. */
export type Sink = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where input comes from; a terminal can keep what is typed from being shown. */
export type Source = Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

/** A store for secrets that the operating system keeps, one secret an account. */
export interface Keychain {
  find(account: string): Promise<string | undefined>;
  save(account: string, secret: string): Promise<void>;
  /** Whether there was one. */
  remove(account: string): Promise<boolean>;
}

/** Everything that a command learns from outside or does to it, the network and the files it is told of aside. */
export interface World {
  /** What was typed behind the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: Source;
  readonly stdout: Sink;
  readonly stderr: Sink;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Ends early, without an error, when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back each time the user wants to stop (Ctrl-C, SIGTERM), until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** The keyring of the system; undefined where none can be loaded. Never throws. */
  loadKeychain(): Promise<Keychain | undefined>;
  /** Whether a browser was opened, as far as can be told. Only for URLs from `findServerPage`. */
  openBrowser(url: string): Promise<boolean>;
}
