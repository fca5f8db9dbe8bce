import { minuteMs, secondMs, type Clock } from '../clock.ts';
import type { Database, Tx } from '../db/index.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { FeatureLimiter } from '../http/index.ts';
import type { EnqueueOptions, Jobs, JobType } from '../jobs/index.ts';
import type { Log } from '../log.ts';
import { writeLetter, type Letter } from './letter.ts';
import type { Mailer } from './mailer.ts';

export interface RenderedMail extends Letter {
  /** Runs once a mail server has accepted the mail. */
  sent?(): Promise<void>;
  /** Runs if the mail was not sent this time: held back by a limit, or refused by its server. */
  unsent?(): Promise<void>;
}

export interface RenderedNotice extends RenderedMail {
  /** users.row_id of whose things it is about: the mail counts in their budget. */
  readonly ownerId: number;
}

export interface MailDefinition<Payload, Rendered extends RenderedMail = RenderedMail> {
  /** The type of its jobs. */
  readonly type: string;
  /** Default: six more attempts within about five hours. */
  readonly retryDelaysMs?: readonly number[];
  /** The mail as things are by now; undefined if there is nothing left to say. */
  render(payload: Payload): Promise<Rendered | undefined>;
}

declare const counted: unique symbol;
/** Proves that mails were counted before they are enqueued; only `Mails.count` makes one. */
export interface MailPermit {
  readonly [counted]: true;
}

export interface RequestedMail<Payload> {
  enqueue(tx: Tx, permit: MailPermit, payload: Payload, options?: EnqueueOptions): Promise<void>;
}

/**
 * The only way to send a mail. Each kind of mail is a job, written with what it tells of and tried again until a mail
 * server has accepted it, and says by its `define…` which limits it counts in (docs/operating.md, Limits on mail).
 */
export interface Mails {
  /** Mails that a user asks for, to addresses they choose. `count` checks the limits before anything is written. */
  defineRequested<Payload>(definition: MailDefinition<Payload>): RequestedMail<Payload>;
  /**
   * Mails to owners about what others do with their things. They have a budget per owner, as large as the one for requested
   * mails. Over it they are held back, and one summary follows when the limits allow mails again.
   */
  defineNotice<Payload>(definition: MailDefinition<Payload, RenderedNotice>): JobType<Payload>;
  /** Mails that anybody can have sent to an account. Counted apart, so that no other mail can use up their budget. */
  defineReset<Payload>(definition: MailDefinition<Payload>): JobType<Payload>;
  /** Mails about the protection of an account. Never limited: nobody can suppress them by causing other mails. */
  defineSecurity<Payload>(definition: MailDefinition<Payload>): JobType<Payload>;
  /**
   * Counts one mail to each address before `work` enqueues them, and returns the count if `work` throws. Throws
   * `too_many_requests` over a limit. `userId` is users.row_id of who asks; null: whoever runs the server, who is not limited.
   */
  count<T>(userId: number | null, addresses: readonly string[], work: (permit: MailPermit) => Promise<T>): Promise<T>;
}

export interface MailsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly featureLimiter: FeatureLimiter;
  readonly log: Log;
  readonly config: {
    /** Without a slash at the end. */
    readonly baseUrl: string;
  };
}

/** One call of the feature limiter. */
type Count = Readonly<Parameters<FeatureLimiter['consume']>>;
type Refund = () => Promise<unknown>;

const defaultRetryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs];
const permit = {} as MailPermit;

export function createMails({ database, clock, jobs, mailer, featureLimiter, log, config }: MailsDeps): Mails {
  const countAll = async (calls: readonly Count[]): Promise<Refund> => {
    const results = await Promise.allSettled(calls.map((call) => featureLimiter.consume(...call)));
    const consumed = calls.filter((_, index) => results[index]?.status === 'fulfilled');
    const refund = () => Promise.all(consumed.map((call) => featureLimiter.refund(...call)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (errors.length === 0) return refund;
    await refund();
    // Of several limits the one that lasts longest.
    throw errors.toSorted((a, b) => waitOf(a) - waitOf(b)).at(-1);
  };

  const countRequested = (userId: number, addresses: readonly string[]): Promise<Refund> =>
    countAll([
      ...[...new Set(addresses.map(addressKey))].map((key) => ['mailAddress', key] as const),
      ['mailHour', String(userId), addresses.length],
      ['mailDay', String(userId), addresses.length],
    ]);

  // The owner asked for notices, so they are not limited by address, and never use up what the owner may send.
  const countNotice = ({ ownerId }: RenderedNotice): Promise<Refund> =>
    countAll([
      ['mailHour', `notices ${ownerId}`],
      ['mailDay', `notices ${ownerId}`],
    ]);

  function define<Payload, Rendered extends RenderedMail>(
    { type, retryDelaysMs = defaultRetryDelaysMs, render }: MailDefinition<Payload, Rendered>,
    countOne: (mail: Rendered) => Promise<Refund>,
    held?: (mail: Rendered, forSeconds: number) => Promise<void>,
  ): JobType<Payload> {
    return jobs.define<Payload>({
      type,
      retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
      run: async (payload) => {
        const mail = await render(payload);
        if (mail === undefined) return;
        let refund: Refund;
        try {
          refund = await countOne(mail);
        } catch (error) {
          await mail.unsent?.();
          if (!isDomainError(error, 'too_many_requests')) throw error;
          log.warn('mail held back by a limit', { jobType: type });
          await held?.(mail, error.retryAfterSeconds ?? 0);
          return;
        }
        try {
          await mailer.send(writeLetter(mail));
        } catch (error) {
          await refund();
          await mail.unsent?.();
          throw error;
        }
        await mail.sent?.();
      },
    });
  }

  const uncounted = (): Promise<Refund> => Promise.resolve(() => Promise.resolve());

  const summary = define<{ readonly ownerId: number }, RenderedMail>(
    {
      type: 'mail.summary',
      render: async ({ ownerId }) => {
        const owner = await database.reader
          .selectFrom('users')
          .select('email')
          .where('row_id', '=', ownerId)
          .where('disabled_at', 'is', null)
          .executeTakeFirst();
        if (owner === undefined) return undefined;
        return {
          to: owner.email,
          subject: 'More has happened on your Drive',
          before: [
            'More has happened with your shares, file requests, proofings or webhooks than this server sends mails about, so some were held back.',
          ],
          link: { label: 'See for yourself', url: `${config.baseUrl}/` },
          after: ['Nothing else was lost: only mails are limited.'],
        };
      },
    },
    uncounted,
  );

  /** At most one waits for each owner. */
  const summarize = ({ ownerId }: RenderedNotice, forSeconds: number): Promise<void> =>
    database.write((tx) =>
      summary.enqueue(tx, { ownerId }, { key: String(ownerId), runAt: clock.now() + forSeconds * secondMs }),
    );

  return {
    defineRequested: (definition) => {
      const job = define(definition, uncounted);
      return { enqueue: (tx, _permit, payload, options) => job.enqueue(tx, payload, options) };
    },
    defineNotice: (definition) => define(definition, countNotice, summarize),
    defineReset: (definition) => define(definition, ({ to }) => countAll([['resetMail', addressKey(to)]])),
    defineSecurity: (definition) => define(definition, uncounted),
    count: async (userId, addresses, work) => {
      if (userId === null) return work(permit);
      const refund = await countRequested(userId, addresses).catch((error: unknown) => {
        if (!isDomainError(error, 'too_many_requests')) throw error;
        throw tooManyMails(error.retryAfterSeconds ?? 1);
      });
      try {
        return await work(permit);
      } catch (error) {
        await refund();
        throw error;
      }
    },
  };
}

/** Mailboxes as mail servers tell them apart: `Ada+1@Example.com` lands where `ada@example.com` does. */
function addressKey(address: string): string {
  const [local = '', domain = ''] = address
    .trim()
    .toLowerCase()
    .split(/@(?=[^@]*$)/);
  return `${local.split('+')[0] ?? ''}@${domain}`;
}

/** Seconds; what is not a limit comes last. */
const waitOf = (error: unknown): number =>
  isDomainError(error, 'too_many_requests') ? (error.retryAfterSeconds ?? 0) : Infinity;

const tooManyMails = (seconds: number): DomainError =>
  new DomainError(
    'too_many_requests',
    `Too many mails, from you or to one of these addresses. None was sent. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
