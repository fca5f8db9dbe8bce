import type { ErrorCode, ErrorEnvelope } from '../api.gen.ts';

/** A refusal in the envelope of the API. */
export class FakeRefusal extends Error {
  override readonly name = 'FakeRefusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: ErrorCode | (string & {}),
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  toResponse(now: Date): Response {
    const { status, code, message, headers } = this;
    const body = { timestamp: now.toISOString(), status, error: 'Error', code, message } as ErrorEnvelope;
    return Response.json(body, { status, headers: { ...headers, 'x-request-id': crypto.randomUUID() } });
  }
}

export const fileNotFound = (): FakeRefusal =>
  new FakeRefusal(404, 'file_not_found', 'You have no such file or folder.');
export const folderNotFound = (): FakeRefusal => new FakeRefusal(404, 'folder_not_found', 'You have no such folder.');
export const nameTaken = (name: string): FakeRefusal =>
  new FakeRefusal(409, 'name_conflict', `There is an item called ${name} already.`);
export const notMet = (): FakeRefusal =>
  new FakeRefusal(412, 'precondition_failed', 'The item is not what the request expects.');
