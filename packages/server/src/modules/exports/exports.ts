import { minuteMs, secondMs } from '@drive/base';
import { endpoints, limits, type ArchiveUrl } from '@drive/contract';
import type { JobType } from '@drive/jobs';
import type { Caller } from '../../platform/access/index.ts';
import type { Router } from '../../platform/http/index.ts';
import type { Ports } from '../../platform/ports/ports.ts';
import type { Accounts } from '../accounts/index.ts';
import { archiveUrl, type Archives, type ArchivedText, type NewArchive } from '../archives/index.ts';
import type { Files } from '../files/index.ts';
import { writeDocuments, type AnswerOwn } from './export-documents.ts';

export type ExportsDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'jobs' | 'baseUrl' | 'log'> & {
  readonly accounts: Pick<Accounts, 'findUser'>;
  readonly files: Files;
  readonly archives: Pick<Archives, 'create' | 'discard'>;
  readonly answerOwn: AnswerOwn;
};

/** A stored result. */
interface Stored extends Omit<ArchiveUrl, 'downloadUrl'> {
  readonly nonce: string;
  /** The token of the archive, encrypted for `nonce`. It is not derived from the master secret, which may be replaced meanwhile. */
  readonly sealed: string;
  readonly name: string;
}

const mostAttempts = 5;
const tokenCharacters = 32;
const name = 'drive-export';

/** Operations that export what a user has. A kill begins the plan again; what it had stored of it expires. */
export class Exports {
  readonly #deps: ExportsDeps;
  readonly #job: JobType<{ readonly id: string }>;

  constructor(deps: ExportsDeps) {
    this.#deps = deps;
    this.#job = deps.jobs.define<{ readonly id: string }>({
      type: 'exports.make',
      concurrency: 1,
      run: ({ id }, { signal, attempt }) => this.#run(id, signal, attempt),
      retryDelayMs: (attempt) =>
        attempt < mostAttempts ? Math.min(secondMs * 2 ** attempt, 10 * minuteMs) : undefined,
    });
    deps.files.operations.onRead('export', (stored) => this.#show(JSON.parse(stored) as Stored));
  }

  routes(router: Router): void {
    router.mount(endpoints.exportMe, async ({ caller }) => ({ operationId: await this.start(caller) }));
  }

  /** Returns operations.id. Throws `too_many_requests` while the user has as many operations as one may have. */
  start(caller: Caller): Promise<string> {
    const { files, random, clock } = this.#deps;
    const id = random.uuid();
    return files.changeTrees(caller.userId, async (tx) => {
      const texts = { request: JSON.stringify(caller), progress: '{}' };
      const operation = { id, ownerId: caller.userId, folderId: null, kind: 'export', total: 1, ...texts } as const;
      await files.operations.start(tx, operation, clock.now());
      await this.#job.enqueue(tx, { id }, { owner: caller.userId });
      return id;
    });
  }

  async #run(id: string, signal: AbortSignal, attempt: number): Promise<void> {
    const { database, files, accounts, clock, log } = this.#deps;
    const { operations } = files;
    const found = await operations.find(database.reader, id);
    if (found?.status !== 'running') return;
    const end = (result: string | null): Promise<void> => {
      const status = result === null ? 'failed' : 'complete';
      return database.write((tx) => operations.end(tx, found.rowId, { status, result, now: clock.now() }));
    };
    // An attempt that took the process with it has thrown nothing.
    if (attempt > mostAttempts) {
      log.error('operation failed', { jobType: 'exports.make' });
      return end(null);
    }
    const caller = JSON.parse(found.request) as Caller;
    let result: string | null = null;
    try {
      if ((await accounts.findUser(database.reader, caller.userId)) === undefined)
        throw new Error('the account is gone');
      await this.#discardEarlier(caller.userId, signal);
      result = JSON.stringify(await this.#make(caller, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (attempt < mostAttempts) throw error;
      log.error('operation failed', { jobType: 'exports.make', error });
    }
    return end(result);
  }

  /** Keeps the plans of one user from filling the database. The newest stays if its download has begun, which needs its plan. */
  async #discardEarlier(ownerId: number, signal: AbortSignal): Promise<void> {
    const { files, database, archives } = this.#deps;
    const results = await files.operations.listResults(database.reader, ownerId, 'export');
    for (const [index, result] of results.entries()) {
      const token = this.#tokenOf(JSON.parse(result) as Stored);
      if (token !== undefined) await archives.discard(token, { evenBegun: index > 0 }, signal);
    }
  }

  async #make(caller: Caller, signal: AbortSignal): Promise<Stored> {
    const { random, archives, secrets } = this.#deps;
    const nonce = random.uuid();
    const token = random.token(tokenCharacters);
    const { fileCount, totalBytes, expiresAt } = await archives.create({
      ownerId: caller.userId,
      share: null,
      name,
      lasting: { token, minutes: limits.exportMinutes },
      entries: this.#entries(caller, signal),
    });
    const sealed = secrets.encrypt('archive', ownerOf(nonce), token);
    return { nonce, sealed, name: `${name}.zip`, fileCount, totalBytes, expiresAt };
  }

  async *#entries(caller: Caller, signal: AbortSignal): AsyncGenerator<Pieces> {
    const { answerOwn, files, database } = this.#deps;
    const ask = (...asked: Parameters<AnswerOwn>): Promise<unknown> => {
      signal.throwIfAborted();
      return answerOwn(...asked);
    };
    for await (const document of writeDocuments(caller, ask)) yield [document satisfies ArchivedText];
    const root = await files.findFolder(database.workerReader, caller.userId, null);
    if (root === undefined) return;
    for await (const pieces of files.treeBelow(database.workerReader, root.rowId)) {
      signal.throwIfAborted();
      yield pieces.map((each) => ({ ...each, folderNames: ['files', ...each.folderNames] }));
    }
  }

  /** A URL whose token is lost is refused, as one that has expired. */
  #show(result: Stored): ArchiveUrl {
    const { nonce, sealed: _sealed, name: fileName, ...stored } = result;
    return { downloadUrl: archiveUrl(this.#deps.baseUrl, this.#tokenOf(result) ?? nonce, fileName), ...stored };
  }

  /** undefined if it was encrypted with a master secret that is gone. */
  #tokenOf({ nonce, sealed }: Stored): string | undefined {
    try {
      return this.#deps.secrets.decrypt('archive', ownerOf(nonce), sealed);
    } catch {
      return undefined;
    }
  }
}

const ownerOf = (nonce: string): string => `export ${nonce}`;

type Pieces = NewArchive['entries'] extends Iterable<infer P> | AsyncIterable<infer P> ? P : never;
