import { beforeEach, expect, test, vi } from 'vitest';
import { blobSource } from '../../browser/range-source.ts';
import { openPdf } from './pdf-document.ts';

const tasks = vi.hoisted(
  (): { readonly loaded: PromiseWithResolvers<object>; readonly destroy: () => Promise<never> }[] => [],
);

vi.mock('./pdf-parts.ts', () => ({ fetchPdfPart: () => {} }));
vi.mock('pdfjs-dist', () => ({
  PDFDataRangeTransport: EventTarget,
  PDFWorker: { create: () => ({ destroy: () => {} }) },
  VerbosityLevel: {},
  getDocument: () => {
    const loaded = Promise.withResolvers<object>();
    const task = {
      loaded,
      promise: loaded.promise,
      destroy: vi.fn(() => Promise.reject(new Error('It is not loaded.'))),
    };
    tasks.push(task);
    return task;
  },
}));

const workers: FakeWorker[] = [];
class FakeWorker extends EventTarget {
  readonly terminate = vi.fn<() => void>();
  constructor() {
    super();
    workers.push(this);
  }
}

beforeEach(() => {
  const names = new Set<string>();
  const createPolicy = (name: string, rules: object): object => {
    if (names.has(name)) throw new Error('The page allows one policy of a name.');
    names.add(name);
    return rules;
  };
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('trustedTypes', { createPolicy });
  return () => vi.unstubAllGlobals();
});

test('a worker that dies ends the documents that wait for it, and the next document gets another', async () => {
  const source = blobSource(new Blob(['%PDF']));
  const onError = vi.fn<(error: unknown) => void>();
  const first = openPdf(source, onError);
  tasks[0]?.loaded.resolve({});
  await first;
  const second = openPdf(source, () => {});
  expect(workers).toHaveLength(1);
  workers[0]?.dispatchEvent(new Event('error'));
  await expect(second).rejects.toThrow('has died');
  expect(onError).toHaveBeenCalledOnce();
  expect(workers[0]?.terminate).toHaveBeenCalledOnce();
  expect(tasks[1]?.destroy).toHaveBeenCalledOnce();
  const third = openPdf(source, () => {});
  tasks[2]?.loaded.resolve({});
  await third;
  expect(workers).toHaveLength(2);
});
