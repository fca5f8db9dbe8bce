import { randomInt } from 'node:crypto';
import { Broken } from './crash-uploads.ts';

/** An event by the caller's mark: the comment of a submission, the name of a file. */
export type Mark = string;

/**
 * Callers that cause events of the owner: they submit selections and send files, and some of their requests are
 * refused. Each has its own mark, which identifies it in the owner's lists and in the deliveries.
 */
export class Callers {
  readonly #headers: Record<string, string>;
  readonly #proofing: { readonly id: string; readonly token: string; readonly fileId: string };
  readonly #collection: { readonly id: string; readonly token: string };
  /** Marks that the server has acknowledged. */
  readonly acknowledged = new Set<Mark>();
  /** Number of refused requests. */
  refused = 0;

  private constructor(headers: Record<string, string>, made: Made) {
    this.#headers = headers;
    this.#proofing = made.proofing;
    this.#collection = made.collection;
  }

  static async prepare(url: string, key: string): Promise<Callers> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const post = async <T>(path: string, body: unknown): Promise<T> => {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      if (response.status !== 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    };
    const wanted = { fileName: 'proof.txt', contentType: 'text/plain', fileSizeBytes: 5 };
    const reserved = await post<{ fileId: string; sessionId: string }>('/api/uploads', wanted);
    await fetch(`${url}/files/uploads/${reserved.sessionId}`, { method: 'PUT', body: 'proof' });
    const { fileId } = reserved;
    const proofing = await post<{ id: string; token: string }>('/api/proofings', {
      name: 'Proofs',
      fileIds: [fileId],
      maxSelections: 1,
    });
    const collection = await post<{ id: string; token: string }>('/api/collections', { name: 'Requests' });
    return new Callers(headers, { proofing: { ...proofing, fileId }, collection });
  }

  /** Causes an event, or sends a request that is refused. Rejects when the server dies meanwhile. */
  async call(url: string, mark: Mark): Promise<void> {
    const kind = randomInt(10);
    if (kind < 6) await this.submit(url, mark);
    else if (kind < 9) await this.#send(url, mark);
    else await this.#submitTooMuch(url, mark);
  }

  /** Submits a selection, which is an event. */
  async submit(url: string, mark: Mark): Promise<void> {
    const { status } = await this.#post(url, { fileIds: [this.#proofing.fileId], comment: mark });
    if (status !== 201) throw new Broken(`a submission answered ${status}`);
    this.acknowledged.add(mark);
  }

  async #submitTooMuch(url: string, mark: Mark): Promise<void> {
    const fileIds = [this.#proofing.fileId, '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'];
    const { status } = await this.#post(url, { fileIds, comment: mark });
    if (status < 400 || status >= 500) throw new Broken(`too large a submission answered ${status}`);
    this.refused += 1;
  }

  #post(url: string, body: unknown): Promise<Response> {
    return fetch(`${url}/api/public/proofing/${this.#proofing.token}/submissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  async #send(url: string, mark: Mark): Promise<void> {
    const bytes = mark.repeat(1 + randomInt(50));
    const reserved = await fetch(`${url}/api/public/collect/${this.#collection.token}/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fileName: mark, contentType: 'text/plain', sizeBytes: bytes.length }),
    });
    if (reserved.status !== 201) throw new Broken(`a reservation answered ${reserved.status}`);
    const { sessionId } = (await reserved.json()) as { sessionId: string };
    const sent = await fetch(`${url}/files/uploads/${sessionId}`, { method: 'PUT', body: bytes });
    if (sent.status !== 200) throw new Broken(`PUT answered ${sent.status}`);
    this.acknowledged.add(mark);
  }

  /** All events in the owner's lists, acknowledged or not. */
  async listHappened(url: string): Promise<Set<Mark>> {
    const marks: Mark[] = [
      ...(
        await this.#listAll<{ comment: string }>(url, `proofings/${this.#proofing.id}/submissions`, 'submissions')
      ).map(({ comment }) => comment),
      ...(await this.#listAll<{ fileName: string }>(url, `collections/${this.#collection.id}/uploads`, 'uploads')).map(
        ({ fileName }) => fileName,
      ),
    ];
    const happened = new Set(marks);
    if (happened.size !== marks.length) throw new Broken('something happened twice');
    return happened;
  }

  #listAll<T>(url: string, path: string, field: string): Promise<T[]> {
    return listAll<T>(`${url}/api/${path}`, this.#headers, field);
  }
}

interface Made {
  readonly proofing: { readonly id: string; readonly token: string; readonly fileId: string };
  readonly collection: { readonly id: string; readonly token: string };
}

/** All pages of a list. */
export async function listAll<T>(url: string, headers: Readonly<Record<string, string>>, field: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}?page=${page}&limit=200`, { headers });
    const answer = (await response.json()) as Record<string, T[]> & { pagination: { totalPages: number } };
    found.push(...(answer[field] ?? []));
    if (page >= answer.pagination.totalPages) return found;
  }
}
