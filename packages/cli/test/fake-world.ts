import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Keychain, Sink, World } from '../src/shell/world.ts';

export interface FakeWorld extends World {
  readonly home: string;
  /** The output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Press Ctrl-C. */
  interrupt(): void;
}

export interface FakeWorldOptions {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array | Readable;
  /** Standard input is a terminal with typed text. */
  readonly stdinIsTerminal?: boolean;
  readonly home?: string;
  readonly cwd?: string;
  readonly platform?: NodeJS.Platform;
  /** undefined: there is no keyring. */
  readonly keychain?: Keychain | undefined;
  /** Columns of a terminal on standard output and standard error. */
  readonly terminal?: number;
  /** Default: the system's clock. */
  readonly now?: () => number;
  /** Called instead of sleeping. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Called instead of opening a browser; without it there is none. */
  readonly openBrowser?: (url: string) => boolean;
}

/** A machine with a temporary home, recorded streams, and no keyring. The home is removed after the test. */
export function createFakeWorld(options: FakeWorldOptions = {}): FakeWorld {
  const home = options.home ?? createTestDirectory();
  const listeners = new Set<() => void>();
  const out = createSink(options.terminal);
  const err = createSink(options.terminal);
  const { stdin = '', stdinIsTerminal = false } = options;
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]);
  return {
    home,
    argv: options.argv ?? [],
    env: options.env ?? {},
    cwd: options.cwd ?? home,
    homeDirectory: home,
    host: 'laptop',
    platform: options.platform ?? 'linux',
    stdin: stdinIsTerminal ? Object.assign(input, { isTTY: true }) : input,
    stdout: out.sink,
    stderr: err.sink,
    out: out.text,
    err: err.text,
    now: options.now ?? (() => Date.now()),
    sleep: async (ms) => options.sleep?.(ms),
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loadKeychain: async () => options.keychain,
    openBrowser: async (url) => options.openBrowser?.(url) ?? false,
    findWaitingProcess: async () => undefined,
    interrupt() {
      for (const listener of listeners) listener();
    },
  };
}

export function createTestDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'drive-cli-test-'));
  // A shell that was stopped may still be writing its history.
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return directory;
}

/** A keyring in memory. */
export function createFakeKeychain(): Keychain & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>();
  return {
    secrets,
    find: async (account) => secrets.get(account),
    save: async (account, secret) => void secrets.set(account, secret),
    remove: async (account) => secrets.delete(account),
  };
}

function createSink(columns: number | undefined): { sink: Sink; text: () => string } {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  return { sink: Object.assign(sink, terminal), text: () => Buffer.concat(chunks).toString('utf8') };
}
