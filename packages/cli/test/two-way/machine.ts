import { createHash } from 'node:crypto';
import { DriveClient, DriveError } from '@drive/sdk';
import type { TestUser } from '../../../server/test/drive.ts';
import { chooseRetries } from '../../src/connection/retries.ts';
import { createPathFilter, type PathFilter } from '../../src/glob/path-filter.ts';
import { dayOf } from '../../src/two-way/disk/private-folder.ts';
import { conflictName } from '../../src/two-way/engine/conflict-name.ts';
import { type JournalStore, PairJournal } from '../../src/two-way/journal/pair-journal.ts';
import { RemoteMirror } from '../../src/two-way/remote/remote-mirror.ts';
import type { Transfers } from '../../src/two-way/remote/transfers.ts';
import type { TwoWayStep } from '../../src/two-way/run/report.ts';
import { TwoWayRun } from '../../src/two-way/run/two-way-run.ts';
import { MemoryDisk } from './memory-disk.ts';

/** The process ended here. */
class Killed extends Error {}

export interface RunFaults {
  /** Kills the run at this call of the disk or the network, counted from 0. */
  readonly killAt?: number;
  /** From this request on, so many have no answer; every second one has been carried out. */
  readonly outage?: { readonly from: number; readonly length: number };
  /** Called before the first request after this call of the disk or the network: somebody edits. */
  readonly edit?: { readonly at: number; readonly act: () => Promise<void> | void };
}

export interface RunOutcome {
  readonly steps: TwoWayStep[];
  readonly failures: { readonly path: string; readonly message: string }[];
  readonly isComplete: boolean;
  /** Requests to the server. */
  readonly requests: number;
  readonly error: unknown;
}

export interface MachineOptions {
  readonly url: () => string;
  readonly user: TestUser;
  readonly host: string;
  readonly now: () => number;
  readonly filter?: PathFilter;
  readonly folderId?: string | null;
  /** Whether the folder is in the tree of another owner. */
  readonly isOfOthers?: boolean;
  readonly platform?: NodeJS.Platform;
}

class MemoryStore implements JournalStore {
  text: string | undefined;
  isDead: () => boolean = () => false;

  async read(): Promise<Buffer | undefined> {
    return this.text === undefined ? undefined : Buffer.from(this.text);
  }
  append(text: string): void {
    if (!this.isDead()) this.text = (this.text ?? '') + text;
  }
  async replace(text: string): Promise<void> {
    if (!this.isDead()) this.text = text;
  }
}

/** A computer that synchronizes a folder in memory with a real server. */
export class Machine {
  readonly disk: MemoryDisk;
  readonly #options: MachineOptions;
  readonly #store = new MemoryStore();
  /** SHA-256 of the contents that it uploaded. */
  readonly uploaded = new Set<string>();
  maxDelete: number | undefined;
  confirms = true;

  constructor(options: MachineOptions) {
    this.#options = options;
    const { now, platform } = options;
    this.disk = new MemoryDisk({ now, ...(platform && { platform }) });
  }

  loseJournal(): void {
    this.#store.text = undefined;
  }

  get journal(): string {
    return this.#store.text ?? '';
  }

  /** Whether the last run left both sides equal, as the next one can see from the journal alone. */
  get isSealed(): boolean {
    return this.journal.trimEnd().split('\n').at(-1)?.startsWith('["sealed"') === true;
  }

  /** A run of the command, as a process of its own. */
  async run(faults: RunFaults = {}): Promise<RunOutcome> {
    const { now, host, user, url, folderId = null, isOfOthers = false, filter = createPathFilter({}) } = this.#options;
    const steps: TwoWayStep[] = [];
    const failures: { path: string; message: string }[] = [];
    let requests = 0;
    let calls = 0;
    let isDead = false;
    let isEditDue = true;
    const count = async (): Promise<void> => {
      const call = calls++;
      if (isDead || call === faults.killAt) {
        isDead = true;
        throw new Killed();
      }
      if (isEditDue && call >= (faults.edit?.at ?? Infinity)) {
        isEditDue = false;
        await faults.edit?.act();
      }
    };
    this.#store.isDead = () => isDead;
    const call = fetchWith(
      count,
      () => requests++,
      faults.outage,
      () => isDead,
    );
    const client = new DriveClient({ baseUrl: url(), apiKey: user.key, fetch: call, maxRetries: 0 });
    chooseRetries(client, 0);
    this.disk.onCall = () => {
      calls++;
      if (isDead || calls - 1 === faults.killAt) {
        isDead = true;
        throw new Killed();
      }
    };
    const { signal } = new AbortController();
    const report = {
      step: async (step: TwoWayStep) => void steps.push(step),
      failed: async (path: string, error: unknown) => void failures.push({ path, message: String(error) }),
      skipped: async () => {},
      note: (message: string) => void failures.push({ path: '', message }),
    };
    const outcome = { steps, failures, isComplete: false };
    const journal = await PairJournal.open(this.#store);
    try {
      if (journal.header === undefined)
        await journal.restart({ url: '', userId: '', folderId, local: { ino: 1, birth: 0 } });
      const mirror = new RemoteMirror({
        client,
        journal,
        folderId,
        isOfOthers,
        signal,
        onFound: () => {},
        onRescued: () => {},
      });
      const run = new TwoWayRun({
        client,
        disk: this.disk,
        transfers: this.#transfers(client),
        journal,
        mirror,
        report,
        fold: (name) => (this.disk.platform === 'darwin' ? name.normalize('NFC').toLowerCase() : name),
        conflictName: (name, isTaken) => conflictName(name, { host, now: now() }, isTaken),
        parallel: 3,
        day: dayOf(now()),
        signal,
        filter,
        now,
        maxDelete: this.maxDelete,
        confirm: async (reason) => {
          if (!this.confirms) throw new Error(reason);
        },
        onScanned: () => {},
      });
      const { isComplete } = await run.run();
      await journal.close();
      return { ...outcome, isComplete, requests, error: undefined };
    } catch (error) {
      // A killed process writes nothing any more.
      if (!isDead) await journal.close();
      return { ...outcome, requests, error };
    } finally {
      this.disk.onCall = () => {};
    }
  }

  #transfers(client: DriveClient): Transfers {
    return {
      expect: () => {},
      upload: async (path, { folderId, name, replaces }) => {
        const bytes = this.disk.read(path);
        const condition =
          replaces === undefined
            ? ({ onConflict: 'fail', ifAbsent: true } as const)
            : ({ onConflict: 'replace', ifSha256: replaces } as const);
        const modifiedAt = new Date(this.disk.timeOf(path));
        await this.disk.find(path);
        const blob = new Blob([Uint8Array.from(bytes)]);
        const options = { folderId: folderId ?? undefined, modifiedAt, contentType: 'text/plain', ...condition };
        const item = await client.files.put(`/${name}`, blob, options);
        this.uploaded.add(sha256(bytes));
        return item;
      },
      download: async (node, path) => {
        // Retries of downloads pause for seconds, and an outage would end in one of them.
        const bytes = Buffer.from(await (await client.files.downloadBlob(node.id, { maxRetries: 0 })).arrayBuffer());
        if (sha256(bytes) !== node.sha256) throw new DriveError('checksum_mismatch', 'other bytes');
        await this.disk.find(path);
        if (this.disk.has(path)) this.disk.remove(path);
        this.disk.write(path, bytes, node.modifiedAt ?? node.uploadedAt);
      },
    };
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function fetchWith(
  count: () => Promise<void>,
  countRequest: () => number,
  outage: RunFaults['outage'],
  isDead: () => boolean,
): typeof fetch {
  return async (input, init) => {
    await count();
    const request = countRequest();
    const isOut = outage !== undefined && request >= outage.from && request < outage.from + outage.length;
    if (isOut && request % 2 === 0) throw new TypeError('no network');
    const response = await fetch(input, init);
    if (isOut || isDead()) {
      await response.arrayBuffer();
      throw isDead() ? new Killed() : new TypeError('the answer was lost');
    }
    return response;
  };
}
