import { findSigned, minuteMs } from '@drive/base';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { emailKey } from '../users/account.ts';
import { setSuspended } from '../users/user-standing-store.ts';
import { findEmail, findUserByEmailKey } from '../users/user-store.ts';
import * as store from './login-link-store.ts';
import type { Sessions, StartedSession } from './sessions.ts';

const lifetimeMs = 10 * minuteMs;

type LoginLinksDeps = Pick<Ports, 'baseUrl' | 'database' | 'clock' | 'random' | 'secrets'> & {
  readonly sessions: Sessions;
};

const invalidLink = (): DomainError =>
  new DomainError('access_denied', 'This link is not valid: it was used already or has expired. Create a new one.');

/** Links with which an operator signs an administrator in, without password, second factor or single sign-on. */
export class LoginLinks {
  readonly #deps: LoginLinksDeps;

  constructor(deps: LoginLinksDeps) {
    this.#deps = deps;
  }

  /** For operators: the URL, which works once, within ten minutes. Throws `user_not_found`, and `access_denied` for others. */
  async create(email: string): Promise<string> {
    const { database, clock, random, secrets, baseUrl } = this.#deps;
    const account = await findUserByEmailKey(database.reader, emailKey(email));
    if (account === undefined)
      throw new DomainError('user_not_found', `There is no account with the address ${email}.`);
    if (!account.isAdmin || account.disabledAt !== null)
      throw new DomainError('access_denied', `${email} is not an administrator who can sign in.`);
    const token = random.token(43);
    const link = {
      token_hash: secrets.sign(...textOf(token)),
      user_id: account.userId,
      expires_at: clock.now() + lifetimeMs,
    };
    await database.write((tx) => store.insertLoginLink(tx, link));
    return baseUrl.link(`/sign-in/link?token=${token}`);
  }

  /** The address of the account that the link opens; undefined if the link is not valid. */
  async findEmail(token: string): Promise<string | undefined> {
    const { database, clock, secrets } = this.#deps;
    const userId = await findSigned(secrets, textOf(token), (hash) =>
      store.findLoginLink(database.reader, hash, clock.now()),
    );
    return userId === undefined ? undefined : findEmail(database.reader, userId);
  }

  /** Signs in. Ends a suspension by single sign-on, which the operator overrules. Throws `access_denied`. */
  use(token: string, userAgent: string | undefined): Promise<StartedSession> {
    const { database, clock, secrets, sessions } = this.#deps;
    return database.write(async (tx) => {
      const userId = await findSigned(secrets, textOf(token), (hash) => store.consumeLoginLink(tx, hash, clock.now()));
      if (userId === undefined) throw invalidLink();
      await setSuspended(tx, userId, null);
      return sessions.open(tx, userId, userAgent, 'login_link');
    });
  }
}

const textOf = (token: string): readonly ['one-time-link', string] => ['one-time-link', `login ${token}`];
