import { type BaseUrl, type Clock, type Log, messageOf, minuteMs, secondMs } from '@drive/base';
import type { Instance } from '@drive/branding';
import { emailKey, type MailDelivery, type TestMail } from '@drive/contract';
import type { EnqueueOptions, Jobs, JobType } from '@drive/jobs';
import { type Email, type Mailer, type MailLook, MailRefusedError, renderEmail } from '@drive/mail';
import { appScreens, inLanguage, pageDirection, t } from '@drive/pages';
import type { Database, Reader, Tx } from '../db/index.ts';
import { DomainError, isDomainError } from '../errors.ts';
import type { FeatureLimiter } from '../limits/index.ts';
import type { Secrets } from '../secrets.ts';
import { renderTestMail } from './test-mail.ts';

/** The content of a mail; `sent` or `unsent` runs after each attempt. */
export interface MailContent extends Omit<Email, 'to' | 'language' | 'direction' | 'unsubscribeUrl'> {
  /** Runs once a mail server has accepted the mail. */
  sent?(): Promise<void>;
  /** Runs if a limit held the mail back or its server refused it. */
  unsent?(): Promise<void>;
  /** Runs if no attempt follows, with the reason for users. */
  failed?(reason: string): Promise<void>;
}

export interface MailDefinition<Payload, Loaded> {
  /** The type of its jobs. */
  readonly type: string;
  /** Loads the current data of the mail at each attempt; undefined drops the mail. */
  load(payload: Payload, reader: Reader): Promise<Loaded | undefined>;
  /** Whether users cannot turn it off: it tells what this server did, which nobody else may ever tell them. */
  readonly isAlwaysSent?: boolean;
  /** Its texts are those of `t`, in the language that the reader has chosen. */
  render(loaded: Loaded): MailContent;
}

interface LoadedMail {
  /** The email address. */
  readonly to: string;
  /** Chosen by a reader whose account is gone. */
  readonly language?: string | null;
}
interface LoadedNotice {
  /** Receives the mail, which counts in this user's budget. */
  readonly owner: { /** users.row_id */ readonly userId: number; readonly email: string };
}

declare const counted: unique symbol;
/** Proves that mails were counted before they are enqueued; only `Mails.count` makes one. */
export interface MailPermit {
  readonly [counted]: true;
}

export interface RequestedMail<Payload> {
  enqueue(tx: Tx, permit: MailPermit, payload: Payload, options?: EnqueueOptions): Promise<void>;
}

export interface MailsDeps {
  readonly delivery: MailDelivery;
  readonly baseUrl: BaseUrl;
  readonly clock: Clock;
  readonly database: Database;
  readonly featureLimiter: FeatureLimiter;
  readonly instance: Instance;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly secrets: Secrets;
  /** For readers who have chosen no language. */
  readonly language: string;
}

/** One call of the feature limiter. */
type Count = Readonly<Parameters<FeatureLimiter['consume']>>;
type Refund = () => Promise<unknown>;

const retryDelaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 240 * minuteMs];
const permit = {} as MailPermit;

/**
 * The only way to send a mail. Each mail is a job, enqueued with the change it reports and retried for about five hours.
 * The `define…` function says which limits it counts in (docs/operating.md, Limits on mail).
 */
export class Mails {
  readonly #deps: MailsDeps;
  readonly #look: MailLook;
  readonly #summary: JobType<{ readonly ownerId: number }>;

  constructor(deps: MailsDeps) {
    this.#deps = deps;
    this.#look = { instance: deps.instance, baseUrl: deps.baseUrl };
    this.#summary = this.#define<{ readonly ownerId: number }, LoadedMail>(
      {
        type: 'mail.summary',
        load: ({ ownerId }, reader) =>
          reader
            .selectFrom('users')
            .select('email as to')
            .where('row_id', '=', ownerId)
            .where('disabled_at', 'is', null)
            .executeTakeFirst(),
        render: () => ({
          subject: t('More has happened on {service}', { service: deps.instance.name }),
          before: [
            t(
              'There were more events on your shares, file requests, proofings or webhooks than this server sends emails about. Some emails were not sent.',
            ),
          ],
          link: { label: t('Open {service}', { service: deps.instance.name }), url: deps.baseUrl.link('/') },
          after: [t('Only emails are limited: nothing else was lost.')],
        }),
      },
      () => this.#uncounted(),
    );
  }

  /** For the answers to requests that cause a mail. */
  get delivery(): MailDelivery {
    return this.#deps.delivery;
  }

  /** Mails that a user requests, to addresses they choose. `count` checks the limits before any write. */
  defineRequested<Payload, Loaded extends LoadedMail>(
    definition: MailDefinition<Payload, Loaded>,
  ): RequestedMail<Payload> {
    const job = this.#define(definition, () => this.#uncounted());
    return { enqueue: (tx, _permit, payload, options) => job.enqueue(tx, payload, options) };
  }

  /**
   * Mails to owners about the actions of others on their files and links. The limit per owner equals the one for
   * requested mails. Mails above it are dropped, and one summary follows when the limits allow mails again. Users who want no
   * such mails get none but those that are always sent; each other tells how to turn them off, and names a URL that mail
   * programs do it by (RFC 8058).
   */
  defineNotice<Payload, Loaded extends LoadedNotice>(definition: MailDefinition<Payload, Loaded>): JobType<Payload> {
    return this.#define(
      definition,
      (notice) => this.#countNotice(notice),
      (notice, forSeconds) => this.#enqueueSummary(notice, forSeconds),
    );
  }

  /** Mails that anyone can request for an account. Counted separately, so that no other mail can use up their limit. */
  defineReset<Payload, Loaded extends LoadedMail>(definition: MailDefinition<Payload, Loaded>): JobType<Payload> {
    return this.#define(definition, ({ to }) => this.#countAll([['resetMail', addressKey(to)]]));
  }

  /** Mails about the protection of an account. Never limited: nobody can suppress them by causing other mails. */
  defineSecurity<Payload, Loaded extends LoadedMail>(definition: MailDefinition<Payload, Loaded>): JobType<Payload> {
    return this.#define(definition, () => this.#uncounted());
  }

  /**
   * Counts one mail to each address before `work` enqueues them, and returns the count if `work` throws. Throws
   * `too_many_requests` over a limit. `userId` is users.row_id of the requester; null: the operator, who is not limited.
   */
  async count<T>(
    userId: number | null,
    addresses: readonly string[],
    work: (permit: MailPermit) => Promise<T>,
  ): Promise<T> {
    if (userId === null) return work(permit);
    const refund = await this.#countRequested(userId, addresses).catch((error: unknown) => {
      if (!isDomainError(error, 'too_many_requests')) throw error;
      throw tooManyMails(error.retryAfterSeconds ?? 1);
    });
    try {
      return await work(permit);
    } catch (error) {
      await refund();
      throw error;
    }
  }

  /**
   * Sends a test email now and resolves to the answer of the mail server. Throws `too_many_requests` if the user, a
   * users.row_id, sent too many.
   */
  async sendTest(userId: number, to: string): Promise<TestMail> {
    const { featureLimiter, mailer, delivery, log } = this.#deps;
    await featureLimiter.consume('testMail', String(userId));
    try {
      const language = (await this.#readerOf({ to }))?.language ?? this.#deps.language;
      await mailer.send(renderTestMail(to, this.#look, language));
      return { to, delivery, error: null };
    } catch (error) {
      log.warn('the test email was not sent', { error });
      return { to, delivery, error: messageOf(error) };
    }
  }

  async #countAll(calls: readonly Count[]): Promise<Refund> {
    const { featureLimiter } = this.#deps;
    const results = await Promise.allSettled(calls.map((call) => featureLimiter.consume(...call)));
    const consumed = calls.filter((_, index) => results[index]?.status === 'fulfilled');
    const refund = () => Promise.all(consumed.map((call) => featureLimiter.refund(...call)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (errors.length === 0) return refund;
    await refund();
    // Reports the limit that lasts longest.
    throw errors.toSorted((a, b) => waitOf(a) - waitOf(b)).at(-1);
  }

  #countRequested(userId: number, addresses: readonly string[]): Promise<Refund> {
    return this.#countAll([
      ...[...new Set(addresses.map(addressKey))].map((key) => ['mailAddress', key] as const),
      ['mailHour', String(userId), addresses.length],
      ['mailDay', String(userId), addresses.length],
    ]);
  }

  /** Owners enable notices themselves, so notices are not limited by address, and do not count in the limit of their owner. */
  #countNotice({ owner }: LoadedNotice): Promise<Refund> {
    return this.#countAll([
      ['mailHour', `notices ${owner.userId}`],
      ['mailDay', `notices ${owner.userId}`],
    ]);
  }

  #define<Payload, Loaded extends LoadedMail | LoadedNotice>(
    { type, load, render, isAlwaysSent = false }: MailDefinition<Payload, Loaded>,
    countOne: (loaded: Loaded) => Promise<Refund>,
    onHeldBack?: (loaded: Loaded, forSeconds: number) => Promise<void>,
  ): JobType<Payload> {
    const { jobs, database, log, mailer } = this.#deps;
    return jobs.define<Payload>({
      type,
      retryDelayMs: (attempt) => retryDelaysMs[attempt - 1],
      run: async (payload, { attempt }) => {
        const loaded = await load(payload, database.reader);
        if (loaded === undefined) return;
        const reader = await this.#readerOf(loaded);
        if ('owner' in loaded && !isAlwaysSent && reader?.notification_mail === 'never') return;
        const chosen = 'to' in loaded ? (loaded.language ?? reader?.language) : reader?.language;
        const rendered = inLanguage(chosen ?? this.#deps.language, (language) => ({
          ...render(loaded),
          language,
          direction: pageDirection(),
          ...('owner' in loaded && !isAlwaysSent ? { note: this.#howToTurnOff() } : {}),
        }));
        const { sent, unsent, failed, note, ...content } = rendered;
        let refund: Refund;
        try {
          refund = await countOne(loaded);
        } catch (error) {
          await unsent?.();
          if (!isDomainError(error, 'too_many_requests')) throw error;
          log.warn('mail suppressed by a limit', { jobType: type });
          await onHeldBack?.(loaded, error.retryAfterSeconds ?? 0);
          return;
        }
        try {
          await mailer.send(
            renderEmail(
              'to' in loaded
                ? { ...content, to: loaded.to }
                : {
                    ...content,
                    to: loaded.owner.email,
                    after: [...(content.after ?? []), ...(note === undefined ? [] : [note])],
                    ...(isAlwaysSent ? {} : { unsubscribeUrl: this.#unsubscribeUrl(loaded.owner.userId) }),
                  },
              this.#look,
            ),
          );
        } catch (error) {
          await refund();
          await unsent?.();
          const isFinal = error instanceof MailRefusedError;
          if (isFinal || retryDelaysMs[attempt - 1] === undefined) await failed?.(messageOf(error));
          if (!isFinal) throw error;
          // No failed job: nothing is wrong with the server, and the same mail would be refused again.
          log.warn('mail refused', { jobType: type, error });
          return;
        }
        await sent?.();
      },
    });
  }

  #howToTurnOff(): string {
    const url = this.#deps.baseUrl.link(appScreens.account);
    return t('You choose in your account when you get such emails, or none: {url}', { url });
  }

  /** Opened by whom the email was sent to, signed in or not. */
  #unsubscribeUrl(userId: number): string {
    const token = this.#deps.secrets.encrypt('unsubscribe', 'email', String(userId));
    return this.#deps.baseUrl.link(`/unsubscribe?token=${token}`);
  }

  /** What the account of the reader has chosen. */
  #readerOf(loaded: LoadedMail | LoadedNotice) {
    const users = this.#deps.database.reader.selectFrom('users').select(['language', 'notification_mail']);
    const reader =
      'to' in loaded
        ? users.where('email_key', '=', emailKey(loaded.to))
        : users.where('row_id', '=', loaded.owner.userId);
    return reader.executeTakeFirst();
  }

  #uncounted(): Promise<Refund> {
    return Promise.resolve(() => Promise.resolve());
  }

  /** At most one summary waits per owner. */
  #enqueueSummary({ owner: { userId } }: LoadedNotice, forSeconds: number): Promise<void> {
    const { database, clock } = this.#deps;
    return database.write((tx) =>
      this.#summary.enqueue(
        tx,
        { ownerId: userId },
        { key: String(userId), runAt: clock.now() + forSeconds * secondMs },
      ),
    );
  }
}

/** The mailbox of an address: `Ada+1@Example.com` is delivered to `ada@example.com`. */
function addressKey(address: string): string {
  const [local = '', domain = ''] = emailKey(address).split(/@(?=[^@]*$)/);
  return `${local.split('+')[0] ?? ''}@${domain}`;
}

/** Seconds; errors other than limits sort last. */
const waitOf = (error: unknown): number =>
  isDomainError(error, 'too_many_requests') ? (error.retryAfterSeconds ?? 0) : Infinity;

const tooManyMails = (seconds: number): DomainError =>
  new DomainError(
    'too_many_requests',
    `Too many mails, from you or to one of these addresses. None was sent. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  );
