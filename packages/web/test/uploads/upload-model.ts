import assert from 'node:assert/strict';
import { AuthenticationError, ConflictError } from '@drive/sdk';
import { UploadQueue } from '../../src/uploads/upload-queue.ts';
import { UploadRefusal } from '../../src/uploads/upload-refusal.ts';
import { isUnfinished, type ConflictChoice, type Destination, type Upload } from '../../src/uploads/upload.ts';
import type { UploadsView } from '../../src/uploads/uploads-view.ts';
import { names, type NewFile, type Step } from './upload-steps.ts';
import { sendsBytes, UploadWorld, type OpenRequest, type StoredFile } from './upload-world.ts';

const smallBytes = 4 * 1024 * 1024;
const mostAtATime = 3;
const drawEveryMs = 100;
const refreshEveryMs = 5000;
/** Rounds after which everything must have ended. */
const mostRounds = 300;
/** Files below a folder that could not be created fail one after the other. */
const mostRetries = 2;

interface Group {
  readonly destination: Destination;
  choice: ConflictChoice | undefined;
}

/** What the user wants of one file. */
interface Wish {
  readonly file: File;
  readonly folders: readonly string[];
  /** Shared by the files that were added together. */
  readonly group: Group;
  /** Answers about its name since it was added or tried again. */
  choices: ReadonlySet<ConflictChoice>;
  isPaused: boolean;
  /** Canceled, dismissed, or of a page that was closed. */
  isGone: boolean;
  /** Canceled by the user before it ended. */
  isCanceled: boolean;
  /** The server got the bytes, but the answer was lost. */
  isAnswerLost: boolean;
  /** The server may have the file, and nothing tells the page: it is asked about its own file. */
  isUncertain: boolean;
}

/** Performs steps on a queue, and checks after each that what it does and shows is what the user wants. */
export class UploadModel {
  readonly #world = new UploadWorld();
  #queue: UploadQueue;
  readonly #wishes = new Map<File, Wish>();
  readonly #destinations: readonly Destination[];
  #view: UploadsView;
  #before: { readonly view: UploadsView; readonly requests: readonly OpenRequest[] };
  readonly #complaints: string[] = [];
  /** Steps, for reading a counterexample. */
  readonly #story: string[] = [];

  constructor() {
    const trip = this.#world.addFolder('Trip', null);
    this.#destinations = [
      { id: null, name: 'Files' },
      { id: trip, name: 'Trip' },
    ];
    this.#queue = new UploadQueue(this.#world.openPage());
    this.#view = this.#queue.get();
    this.#before = { view: this.#view, requests: [] };
    this.#world.onRequest = (request) => this.#checkRequest(request);
    this.#world.onStored = (file) => this.#checkPlace(file);
  }

  /** Performs the steps, then lets everything end well. */
  async live(steps: readonly Step[]): Promise<void> {
    try {
      for (const step of steps) {
        this.#story.push(JSON.stringify(step));
        this.#perform(step);
        await this.#look();
      }
      this.#story.push('the end');
      await this.#end();
    } catch (error) {
      const lines = this.#view.uploads.map(({ id, path, state, file }) => `  ${id} ${path} ${file.size} ${state}`);
      if (error instanceof Error) error.message = [error.message, ...this.#story, ...lines].join('\n');
      throw error;
    }
  }

  #perform(step: Step): void {
    const world = this.#world;
    switch (step.do) {
      case 'add':
        this.#add(step.destination, step.files);
        break;
      case 'answer':
        this.#answer(pick(world.requests, step.which), step.outcome);
        break;
      case 'answerAll':
        world.answerAll();
        break;
      case 'progress':
        pick(world.requests.filter(hasProgress), step.which)?.progress?.(step.fraction);
        break;
      case 'one':
        this.#act(step.act, pick(this.#view.uploads, step.which));
        break;
      case 'all':
        this.#actOnAll(step.act);
        break;
      case 'settle':
        this.#settleConflict(step.choice, step.forAll);
        break;
      case 'otherTab':
        this.#sendFromOtherTab(pick(world.requests.filter(hasProgress), step.which));
        break;
      case 'otherClient': {
        const folders = [null, ...world.folders.keys()];
        world.storeAside(names[step.name] ?? '', folders[step.folder % folders.length] ?? null);
        break;
      }
      case 'setQuota':
        world.quotaBytes = step.bytes;
        break;
      case 'loseConnection':
        world.isOnline = false;
        break;
      case 'comeBack':
        world.comeBack();
        break;
      case 'signOut':
        world.isSignedIn = false;
        break;
      case 'signIn':
        world.isSignedIn = true;
        this.#actOnAll('retryFailed');
        break;
      case 'expire':
        world.expireSessions();
        break;
      case 'close':
        this.#close();
        break;
      case 'wait':
        void world.pass(step.ms);
        break;
    }
  }

  #add(destination: number, files: readonly NewFile[]): void {
    const group: Group = { destination: this.#destinations[destination]!, choice: undefined };
    const placed = files.map((each) => {
      // Equal names and sizes make equal files, as far as the browser can tell.
      const file = new File([], names[each.name] ?? '', { lastModified: 0 });
      Object.defineProperty(file, 'size', { value: each.size });
      const folders = each.folders.map((name) => names[name] ?? '');
      const wish = { isPaused: false, isGone: false, isCanceled: false, isAnswerLost: false, isUncertain: false };
      this.#wishes.set(file, { file, folders, group, choices: new Set(), ...wish });
      return { file, folders };
    });
    this.#queue.add(placed, group.destination);
  }

  #answer(request: OpenRequest | undefined, outcome: Parameters<OpenRequest['answer']>[0]): void {
    const wish = request?.file && this.#wishes.get(request.file);
    const stored = this.#world.stored.length;
    request?.answer(outcome);
    if (wish === undefined || this.#world.stored.length === stored) return;
    if (outcome === 'lost') wish.isAnswerLost = true;
    // Nothing but its name identifies an empty file.
    if (outcome === 'lost' && wish.file.size === 0) wish.isUncertain = true;
  }

  #act(act: 'pause' | 'resume' | 'retry' | 'cancel', upload: Upload | undefined): void {
    if (upload === undefined) return;
    if (act === 'retry') this.#forgetChoice(this.#wishOf(upload).group);
    this.#want(act, upload);
    this.#queue[act](upload.id);
  }

  #actOnAll(act: Extract<Step, { do: 'all' }>['act']): void {
    for (const upload of this.#view.uploads) {
      if (act === 'pauseAll') this.#want('pause', upload);
      if (act === 'resumeAll') this.#want('resume', upload);
      if (act === 'retryFailed' && upload.state === 'failed') this.#want('retry', upload);
      if (act === 'cancelAll' && isUnfinished(upload)) this.#want('cancel', upload);
      if (act === 'clear' && !isUnfinished(upload)) this.#want('cancel', upload);
    }
    this.#queue[act]();
  }

  #want(act: 'pause' | 'resume' | 'retry' | 'cancel', upload: Upload): void {
    const wish = this.#wishOf(upload);
    const { state } = upload;
    if (act === 'cancel') wish.isGone = true;
    if (act === 'cancel' && isUnfinished(upload)) wish.isCanceled = true;
    if (act === 'resume' && state === 'paused') wish.isPaused = false;
    const isPaused = act === 'pause' && (state === 'uploading' || state === 'waiting');
    const isRetried = act === 'retry' && (state === 'failed' || state === 'skipped');
    if (isPaused) wish.isPaused = true;
    if (isRetried) wish.choices = new Set();
    // The reservation that would tell is given up.
    if (wish.isAnswerLost && (isPaused || isRetried)) wish.isUncertain = true;
  }

  /** An answer for all is not for those that are added or tried again from now on. */
  #forgetChoice(group: Group): void {
    for (const wish of this.#wishes.values())
      if (wish.group === group) wish.choices = new Set([...wish.choices, ...choicesOf(group)]);
    group.choice = undefined;
  }

  #settleConflict(choice: ConflictChoice, forAll: boolean): void {
    const [first] = this.#view.conflicts;
    if (first === undefined) return;
    const { group } = this.#wishOf(first);
    if (forAll) group.choice = choice;
    for (const upload of this.#view.conflicts) {
      const wish = this.#wishOf(upload);
      if (upload === first || (forAll && wish.group === group)) wish.choices = new Set([choice]);
    }
    this.#queue.settle(first.id, choice, forAll);
  }

  #sendFromOtherTab(request: OpenRequest | undefined): void {
    if (request?.file === undefined) return;
    this.#wishOf({ file: request.file }).isUncertain = true;
    this.#world.sendFromOtherTab(request);
  }

  /** Leaves the page, and opens it again. */
  #close(): void {
    for (const wish of this.#wishes.values()) wish.isGone = true;
    this.#queue = new UploadQueue(this.#world.openPage());
  }

  async #look(): Promise<void> {
    await this.#world.flush();
    await this.#world.pass(drawEveryMs);
    this.#view = this.#queue.get();
    assert.deepEqual(this.#complaints, []);
    this.#checkView();
    for (const upload of this.#view.uploads) this.#checkUpload(upload);
    this.#checkRequests();
    this.#checkStored();
    this.#before = { view: this.#view, requests: [...this.#world.requests] };
  }

  /** A request begins. The queue would take an error that is thrown here for one of the server. */
  #checkRequest({ kind, file }: OpenRequest): void {
    if (kind === 'storage' || kind === 'folder') return;
    // A large file that was begun before goes on until its own request fails.
    const isBegun = kind === 'create' || kind === 'send';
    if (this.#world.isLossReported && !isBegun) this.#complaints.push(`${kind} without a connection`);
    if (file === undefined) return;
    const { isGone, isPaused } = this.#wishOf({ file });
    if (isGone) this.#complaints.push(`${kind} of ${file.name}, which was canceled`);
    if (isPaused) this.#complaints.push(`${kind} of ${file.name}, which is paused`);
  }

  #checkView(): void {
    const { uploads, unfinished, done, failed, conflicts, isStalled, sentBytes, totalBytes } = this.#view;
    const inState = (state: Upload['state']) => uploads.filter((upload) => upload.state === state);
    const shown = { unfinished, done, failed, conflicts, isStalled };
    assert.deepEqual(shown, {
      unfinished: uploads.filter(isUnfinished).length,
      done: inState('done').length,
      failed: inState('failed').length,
      conflicts: inState('conflict'),
      isStalled: this.#world.isLossReported,
    });
    assert(sentBytes <= totalBytes, `${sentBytes} of ${totalBytes} bytes are sent`);
    assert.equal(this.#queue.isAtWork, unfinished > 0);
    const wanted = [...this.#wishes.values()].filter(({ isGone }) => !isGone);
    assert.deepEqual(
      uploads.map(({ file }) => file),
      wanted.map(({ file }) => file),
      'the list has the files in another order than they were added in',
    );
  }

  #checkUpload(upload: Upload): void {
    const { file, state, path, sentBytes, error } = upload;
    const wish = this.#wishOf(upload);
    assert(sentBytes >= 0 && sentBytes <= file.size, `${sentBytes} of ${file.size} bytes of ${path} are sent`);
    if (state === 'done') wish.isPaused = false;
    assert.equal(state === 'paused', wish.isPaused, `${path} is ${state}, paused: ${wish.isPaused}`);
    const isSending = this.#world.requests.some((request) => isAtWorkFor(request, file));
    assert.equal(state === 'uploading', isSending, `${path} is ${state}, a request sends it: ${isSending}`);
    if (state === 'conflict' && wish.group.choice !== undefined)
      assert.equal(upload.choice, wish.group.choice, `the answer for all does not count for ${path}`);
    if (state === 'skipped') assert(isAskedFor(wish, 'skip'), `nobody skips ${path}`);
    if (state === 'failed' && error instanceof AuthenticationError) assert(this.#world.sessionEnds > 0);
    if (state === 'failed' && wish.isAnswerLost) wish.isUncertain = true;
    const stored = this.#world.stored.filter(({ source }) => source === file).length;
    if (state === 'done') assert(stored > 0, `${path} is done, but not stored`);
    else if (!wish.isAnswerLost && !wish.isUncertain) assert.equal(stored, 0, `${path} is ${state}, but stored`);
  }

  #checkRequests(): void {
    const { requests } = this.#world;
    const sending = requests.filter(sendsBytes);
    const reserving = requests.some(({ kind }) => kind === 'reserve') ? 1 : 0;
    assert(
      sending.length + reserving <= mostAtATime,
      `${sending.length} uploads and ${reserving} reservations at a time`,
    );
    const files = new Set(sending.map(({ file }) => file));
    assert.equal(files.size, sending.length, 'two requests send one file');
    for (const { file, signal } of sending)
      if (this.#wishOf({ file: file! }).isGone)
        assert(signal?.aborted, `${file!.name} is sent, although it was canceled`);
    for (const { file } of sending) this.#checkOrder(file!);
  }

  /** A large file that waits all the time is not overtaken by a later one. */
  #checkOrder(file: File): void {
    if (this.#before.requests.some((request) => request.file === file)) return;
    const waits = ({ uploads }: UploadsView) =>
      uploads
        .filter((upload) => upload.state === 'waiting' && upload.file.size > smallBytes)
        .map((upload) => upload.file);
    const waitedBefore = new Set(waits(this.#before.view));
    const order = this.#view.uploads.map((upload) => upload.file);
    const overtaken = waits(this.#view).filter(
      (each) =>
        waitedBefore.has(each) &&
        order.indexOf(each) < order.indexOf(file) &&
        !this.#before.requests.some((request) => request.file === each),
    );
    if (file.size > smallBytes)
      assert.deepEqual(overtaken, [], `${file.name} overtakes a file that was added before it`);
  }

  #checkStored(): void {
    for (const { file, isUncertain } of this.#wishes.values()) {
      const count = this.#world.stored.filter(({ source }) => source === file).length;
      if (!isUncertain) assert(count <= 1, `${file.name} is stored ${count} times`);
    }
  }

  /** The server stores a file. */
  #checkPlace({ source, folderId, onConflict }: StoredFile): void {
    if (source === undefined) return;
    const wish = this.#wishOf({ file: source });
    const { group, folders } = wish;
    const wanted = [...this.#world.pathOf(group.destination.id), ...folders].join('/');
    const found = this.#world.pathOf(folderId).join('/');
    if (found !== wanted) this.#complaints.push(`${source.name} is stored in /${found} instead of /${wanted}`);
    if (onConflict !== 'fail' && !isAskedFor(wish, onConflict))
      this.#complaints.push(`nobody asked to ${onConflict} ${source.name}`);
  }

  /** Everything works, and the user answers all questions: every upload ends. */
  async #end(): Promise<void> {
    const world = this.#world;
    world.isSignedIn = true;
    world.quotaBytes = null;
    world.comeBack();
    await this.#look();
    this.#actOnAll('resumeAll');
    await this.#look();
    world.answerAll();
    await this.#look();
    for (let retries = 0; retries < mostRetries; retries += 1) {
      this.#actOnAll('retryFailed');
      await this.#endAll();
    }
    await world.pass(2 * refreshEveryMs);
    this.#checkEnd();
  }

  async #endAll(): Promise<void> {
    for (let round = 0; this.#queue.isAtWork || this.#world.requests.length > 0; round += 1) {
      assert(round < mostRounds, 'uploads do not end');
      this.#world.answerAll();
      await this.#look();
      this.#settleConflict('rename', false);
      await this.#look();
    }
  }

  #checkEnd(): void {
    const world = this.#world;
    for (const { state, path, error } of this.#view.uploads)
      if (state === 'failed') {
        const isTooLarge = error instanceof UploadRefusal && error.reason === 'too-large';
        const isBelowFile = error instanceof ConflictError && error.code === 'name_conflict' && path.includes('/');
        assert(isTooLarge || isBelowFile, `${path} failed: ${String(error)}`);
      }
    if (this.#view.done > 0) assert(world.refreshes > 0, 'the list was not loaded again');
    const kept = new Set([...world.resumeEntries.values()].map(({ sessionId }) => sessionId));
    for (const { id, state, isOrphan, upload, source } of world.sessions) {
      if (state !== 'open' || isOrphan) continue;
      assert(kept.has(id), `${id} of ${upload.fileName} stays reserved`);
      const isCanceled = source !== undefined && this.#wishOf({ file: source }).isCanceled;
      assert(!isCanceled, `${id} of ${upload.fileName} stays reserved, although it was canceled`);
    }
  }

  #wishOf({ file }: { readonly file: File }): Wish {
    const wish = this.#wishes.get(file);
    assert(wish !== undefined);
    return wish;
  }
}

const choicesOf = ({ choice }: Group): ConflictChoice[] => (choice === undefined ? [] : [choice]);

const isAskedFor = ({ choices, group }: Wish, choice: ConflictChoice): boolean =>
  choices.has(choice) || group.choice === choice;

const hasProgress = ({ kind }: OpenRequest): boolean => kind === 'send';

const isAtWorkFor = (request: OpenRequest, file: File): boolean =>
  request.file === file && sendsBytes(request) && request.signal?.aborted !== true;

const pick = <Thing>(things: readonly Thing[], which: number): Thing | undefined =>
  things.length === 0 ? undefined : things[which % things.length];
