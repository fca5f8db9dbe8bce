import type { Worker } from 'node:worker_threads';

/** A thread that answers what it is asked. */
export interface AskedThread<Question extends object, Answer extends Numbered> {
  /** How many questions are not answered yet. */
  readonly pending: number;
  /** Posts the question with an `id`, which its answer bears. */
  ask(question: Question): Promise<Answer>;
  /** Refuses what still waits and ends the thread. */
  close(): Promise<void>;
}

export interface Numbered {
  readonly id: number;
}

export interface AskedThreadOptions {
  readonly start: () => Worker;
  /** How long it waits for the next question before it gives its memory back. */
  readonly idleMs: number;
  /** What those who wait are told when the thread ends by itself; the next question starts another one. */
  readonly ended: (cause?: Error) => Error;
  /** What those who wait, or ask later, are told when it is closed. */
  readonly closed: () => Error;
}

/** Started by a question, ended when no other follows. It keeps the process alive only while somebody waits. */
export function createAskedThread<Question extends object, Answer extends Numbered>(
  options: AskedThreadOptions,
): AskedThread<Question, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let isClosed = false;

  function start(): Worker {
    const started = options.start();
    const end = (cause?: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      refuse(options.ended(cause));
    };
    started.on('message', (answer: Answer) => {
      const question = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) rest(started);
      question?.resolve(answer);
    });
    started.on('error', end);
    started.on('exit', () => end());
    return started;
  }

  function rest(started: Worker): void {
    started.unref();
    idle = setTimeout(() => {
      worker = undefined;
      void started.terminate();
    }, options.idleMs).unref();
  }

  function refuse(error: Error): void {
    const questions = [...waiting.values()];
    waiting.clear();
    for (const question of questions) question.reject(error);
  }

  return {
    get pending() {
      return waiting.size;
    },
    ask: async (question) => {
      if (isClosed) throw options.closed();
      clearTimeout(idle);
      worker ??= start();
      const id = ++lastId;
      const answer = Promise.withResolvers<Answer>();
      waiting.set(id, answer);
      worker.ref();
      worker.postMessage({ id, ...question });
      return answer.promise;
    },
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      const running = worker;
      worker = undefined;
      refuse(options.closed());
      await running?.terminate();
    },
  };
}
