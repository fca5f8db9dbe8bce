import type { Comment, CommentPage, CreatedComment } from '@drive/contract';
import { expect } from 'vitest';
import type { Drive, DriveInit } from '../drive.ts';

export interface FeedbackAnswer {
  readonly status: number;
  readonly body: any;
  readonly cookies: string[];
  readonly headers: Headers;
}

/** A visitor of one link, with the credentials sent with each call. */
export interface FeedbackApi {
  /** The link with other credentials. */
  as(who: DriveInit): FeedbackApi;
  /** The link with the cookie of the response. */
  after(answer: FeedbackAnswer): FeedbackApi;
  ask(method: string, path?: string, json?: unknown, init?: DriveInit): Promise<FeedbackAnswer>;
  like(): Promise<FeedbackAnswer>;
  unlike(): Promise<FeedbackAnswer>;
  comment(body: string, more?: object): Promise<FeedbackAnswer>;
  /** Adds a comment; throws unless it succeeds. */
  said(body: string, more?: object): Promise<CreatedComment>;
  remove(id: string): Promise<FeedbackAnswer>;
  comments(query?: string): Promise<CommentPage>;
  bodies(): Promise<string[]>;
}

export function feedbackApi(drive: Drive, token: string, who: DriveInit = {}): FeedbackApi {
  const ask: FeedbackApi['ask'] = async (method, path = '', json, init = {}) => {
    const headers = { ...(who.headers as object), ...(init.headers as object) } as Record<string, string>;
    const response = await drive.fetch(`/api/public/share/${token}${path}`, {
      ...who,
      ...init,
      headers,
      method,
      ...(json === undefined ? {} : { json }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      cookies: response.headers.getSetCookie(),
      headers: response.headers,
    };
  };
  const comment: FeedbackApi['comment'] = (body, more = {}) => ask('POST', '/comments', { body, ...more });
  const comments: FeedbackApi['comments'] = async (query = '') => {
    const answer = await ask('GET', `/comments${query}`);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  return {
    as: (other) => feedbackApi(drive, token, other),
    after: ({ cookies }) =>
      feedbackApi(drive, token, { headers: { cookie: cookies.map((each) => each.split(';')[0]).join('; ') } }),
    ask,
    like: () => ask('PUT', '/like'),
    unlike: () => ask('DELETE', '/like'),
    comment,
    said: async (body, more) => {
      const answer = await comment(body, more);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body;
    },
    remove: (id) => ask('DELETE', `/comments/${id}`),
    comments,
    bodies: async () => (await comments()).comments.map(({ body }: Comment) => body),
  };
}
