import { hourMs, isoTime } from '@drive/base';
import type { UserIdentity } from '@drive/contract';
import type { Caller } from '../../../platform/access/index.ts';
import type { Tx } from '../../../platform/db/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { requireSession, type Accounts } from '../../accounts/index.ts';
import { readClaims, requireAdmission, type AdmissionRules, type IssuerUser } from './claims.ts';
import * as store from './identity-store.ts';
import type { Issuer, LoggedOut, TokenSet } from './issuer.ts';

/** A session ends this long after its sign-in if the issuer cannot be asked again. */
const unrefreshedSessionMs = 12 * hourMs;

/** What an identity changes besides its account: the groups of the user, in the transaction of the sign-in. */
export type MapGroups = (tx: Tx, userId: number, groups: readonly string[]) => Promise<void>;

export interface SingleSignOnConfig {
  readonly rules: AdmissionRules;
  readonly autoCreate: boolean;
  readonly linkByEmail: boolean;
}

export type SingleSignOnDeps = Pick<Ports, 'database' | 'clock' | 'random' | 'secrets' | 'audit' | 'log'> & {
  readonly accounts: Accounts;
  readonly issuer: Issuer;
  readonly config: SingleSignOnConfig;
  readonly mapGroups: MapGroups;
  /** users.row_id of the user whom SCIM made with the subject as external id. */
  readonly findProvisioned: (tx: Tx, subject: string) => Promise<number | undefined>;
  readonly notifyLinked: (tx: Tx, userId: number) => Promise<void>;
};

/** Finds and makes the accounts of identities, and keeps them in step with what the issuer says. */
export class SingleSignOn {
  readonly #deps: SingleSignOnDeps;

  constructor(deps: SingleSignOnDeps) {
    this.#deps = deps;
  }

  /** Signs in the user that the issuer vouches for. Throws `access_denied` for each reason not to, and `email_taken`. */
  async signIn(tokens: TokenSet, userAgent: string | undefined) {
    const { issuer, config, accounts, database, clock } = this.#deps;
    const user = readClaims(tokens.claims, config.rules);
    const known = await store.findIdentity(database.reader, { issuer: issuer.id, subject: user.subject });
    await this.#requireAdmission(user, known);
    const started = await database.write(async (tx) => {
      const identity = await this.#findOrCreate(tx, user);
      await accounts.directory.admit(tx, identity.userId);
      await this.#record(tx, identity, user, { refreshToken: tokens.refreshToken, isSignIn: true });
      const { sessions } = accounts.signIns;
      const session = await sessions.open(tx, identity.userId, userAgent, 'single_sign_on', {
        identityId: identity.rowId,
        issuerSession: user.session,
        signedInAt: user.signedInAt,
        idToken: tokens.idToken ?? '',
        endsAt: tokens.refreshToken === undefined ? clock.now() + unrefreshedSessionMs : null,
      });
      await this.#deps.mapGroups(tx, identity.userId, user.groups);
      return { userId: identity.userId, session };
    });
    await this.#mapAdmin(started.userId, user);
    return started.session;
  }

  /** Links the identity to the account of the caller, which then follows the issuer as after a sign-in. Throws `access_denied`. */
  async link(caller: Caller, tokens: TokenSet): Promise<void> {
    const { issuer, config, database, accounts } = this.#deps;
    const user = readClaims(tokens.claims, config.rules);
    requireAdmission(user, config.rules, issuer.name);
    await database.write(async (tx) => {
      await accounts.signIns.sessions.requireAlive(tx, caller);
      const key = { issuer: issuer.id, subject: user.subject };
      const identity =
        (await store.findIdentity(tx, key)) ?? (await this.#insert(tx, caller.userId, user, 'user', caller));
      if (identity.userId !== caller.userId)
        throw new DomainError(
          'access_denied',
          `This account at ${issuer.name} signs in to another account here. Sign in with it, and unlink it there first.`,
        );
      await this.#record(tx, identity, user, { refreshToken: tokens.refreshToken });
      await this.#deps.mapGroups(tx, caller.userId, user.groups);
    });
    await this.#mapAdmin(caller.userId, user);
  }

  /** Proves who uses the session of the caller. Throws `access_denied` if it is another user at the issuer. */
  async reauthenticate(caller: Caller, { claims }: TokenSet): Promise<void> {
    const { issuer, database, accounts } = this.#deps;
    const identity = await store.findIdentity(database.reader, { issuer: issuer.id, subject: claims.sub });
    if (identity?.userId !== caller.userId)
      throw new DomainError(
        'access_denied',
        `You confirmed another account at ${issuer.name} than the one of this account.`,
      );
    await database.write((tx) => accounts.signIns.sessions.prove(tx, caller));
  }

  async list(userId: number): Promise<UserIdentity[]> {
    const { database, issuer } = this.#deps;
    return (await store.listIdentities(database.reader, userId)).map((identity) => ({
      id: identity.id,
      name: identity.issuer === issuer.id ? issuer.name : new URL(identity.issuer).hostname,
      issuer: identity.issuer,
      email: identity.email,
      createdAt: isoTime(identity.createdAt),
      lastUsedAt: isoTime(identity.lastUsedAt),
    }));
  }

  /**
   * Unlinks an identity. What the issuer gave ends with the last identity there. Throws `identity_not_found`,
   * `last_sign_in_method` and what a recent sign-in needs.
   */
  async unlink(caller: Caller, id: string): Promise<void> {
    const { database, accounts, audit, issuer, config } = this.#deps;
    requireSession(caller);
    const { userId } = caller;
    const isLast = await database.write(async (tx) => {
      await accounts.requireRecentSignIn(tx, caller);
      await tx.lock(`sign-in-ways:${userId}`);
      const rowId = await store.deleteIdentity(tx, userId, id);
      if (rowId === undefined) throw new DomainError('identity_not_found', 'You have no such identity.');
      await accounts.requireSignInWay(tx, userId);
      await accounts.signIns.sessions.forgetIdentity(tx, caller, rowId);
      await audit.record(tx, { action: 'identity.unlinked', actor: caller, target: { kind: 'identity', id } });
      if ((await store.listIdentities(tx, userId)).some((left) => left.issuer === issuer.id)) return false;
      await this.#deps.mapGroups(tx, userId, []);
      return true;
    });
    if (isLast && config.rules.adminGroup !== undefined) await this.#mapAdmin(userId, { isAdmin: false });
  }

  /** Ends the sessions that the issuer names. Unknown ones have ended before. */
  async logOut({ subject, session }: LoggedOut): Promise<void> {
    const { database, issuer, accounts } = this.#deps;
    await database.write(async (tx) => {
      const identity =
        subject === undefined
          ? await store.findIdentityOfSession(tx, issuer.id, session ?? '')
          : await store.findIdentity(tx, { issuer: issuer.id, subject });
      if (identity !== undefined)
        await accounts.signIns.sessions.endOfIdentity(tx, identity.userId, identity.rowId, session);
    });
  }

  /** Records what the issuer says about a user who did not sign in now, as it was asked about this state of the identity. */
  async recheck(identity: store.IdentityRow, tokens: TokenSet): Promise<void> {
    const { config, database, issuer } = this.#deps;
    const { rules } = config;
    const { refreshToken } = tokens;
    // First and by itself: the issuer may accept the former one no more, also if a sign-in has changed the identity meanwhile.
    if (refreshToken !== undefined)
      await database.write((tx) => store.replaceRefreshToken(tx, identity, this.#seal(identity, refreshToken)));
    const user = readClaims(tokens.claims, rules);
    // Some issuers repeat the groups in an ID token only, and send none with a refresh.
    const knowsGroups = tokens.idToken !== undefined || tokens.claims[rules.groupsClaim] !== undefined;
    const asked = knowsGroups ? rules : { ...rules, allowedGroups: [] };
    try {
      requireAdmission(user, asked, issuer.name);
    } catch {
      return this.suspend(identity);
    }
    await database.write(async (tx) => {
      if (!(await store.lockIdentity(tx, identity))) return;
      await this.#record(tx, identity, user);
      if (knowsGroups) await this.#deps.mapGroups(tx, identity.userId, user.groups);
    });
    if (knowsGroups) await this.#mapAdmin(identity.userId, user, identity);
  }

  /** The issuer no longer admits the user: ends the sessions of the account, and its keys are refused. */
  async suspend(identity: store.IdentityRow): Promise<void> {
    const { database, accounts } = this.#deps;
    await database.write(async (tx) => {
      if (!(await store.lockIdentity(tx, identity))) return;
      await store.updateIdentity(tx, identity.rowId, { refresh_token: null });
      await accounts.directory.suspend(tx, identity.userId);
    });
  }

  /** The issuer cannot be asked about the user again. */
  async forgetRefresh(identity: store.IdentityRow): Promise<void> {
    const { database, accounts } = this.#deps;
    await database.write(async (tx) => {
      if (!(await store.lockIdentity(tx, identity))) return;
      await store.updateIdentity(tx, identity.rowId, { refresh_token: null });
      await accounts.signIns.sessions.limitOfIdentity(tx, identity.rowId, unrefreshedSessionMs);
    });
  }

  /** undefined if the master secret has changed since. */
  refreshTokenOf({ refreshToken, ...key }: store.IdentityRow): string | undefined {
    try {
      return refreshToken === null
        ? undefined
        : this.#deps.secrets.decrypt('single-sign-on', store.sealOwnerOf(key), refreshToken);
    } catch {
      return undefined;
    }
  }

  #seal(identity: store.IdentityKey, refreshToken: string): string {
    return this.#deps.secrets.encrypt('single-sign-on', store.sealOwnerOf(identity), refreshToken);
  }

  /** A user who was admitted before, and is no longer, loses what is left of that. */
  async #requireAdmission(user: IssuerUser, known: store.IdentityRow | undefined): Promise<void> {
    const { config, issuer } = this.#deps;
    try {
      requireAdmission(user, config.rules, issuer.name);
    } catch (error) {
      if (known !== undefined) {
        await this.suspend(known);
        await this.#auditRefusal(known.userId);
      }
      throw error;
    }
  }

  #auditRefusal(userId: number): Promise<void> {
    const { database, audit } = this.#deps;
    const details = { reason: 'not_admitted', notRecorded: 0 } as const;
    return database.write((tx) => audit.record(tx, { action: 'sign_in.failed', actor: 'nobody', userId, details }));
  }

  async #findOrCreate(tx: Tx, user: IssuerUser): Promise<store.IdentityRow> {
    const { issuer, config, accounts, findProvisioned } = this.#deps;
    const found = await store.findIdentity(tx, { issuer: issuer.id, subject: user.subject });
    if (found !== undefined) return found;
    const provisioned = await findProvisioned(tx, user.subject);
    if (provisioned !== undefined) return this.#adopt(tx, provisioned, user, 'scim');
    const { email } = user;
    if (email === undefined)
      throw new DomainError('access_denied', `${issuer.name} does not tell your email address. Ask its administrator.`);
    const existing = await accounts.findUserByEmail(tx, email);
    if (existing !== undefined) {
      if (!config.linkByEmail || user.emailVerified !== true)
        throw new DomainError(
          'access_denied',
          `There is an account with the address ${email} here. Sign in to it in another way, and link ${issuer.name} under Account, Security.`,
        );
      await this.#deps.notifyLinked(tx, existing.userId);
      return this.#adopt(tx, existing.userId, user, 'email');
    }
    return this.#create(tx, { ...user, email });
  }

  /** Gives an account to the user of its address, and to nobody else. */
  async #adopt(tx: Tx, userId: number, user: IssuerUser, by: 'email' | 'scim'): Promise<store.IdentityRow> {
    await this.#deps.accounts.vouching.adopt(tx, userId, 'single_sign_on');
    return this.#insert(tx, userId, user, by);
  }

  async #create(tx: Tx, user: IssuerUser & { readonly email: string }): Promise<store.IdentityRow> {
    const { issuer, config, accounts, audit } = this.#deps;
    // The first account is the administrator's, whom the set-up link creates or the issuer names.
    if (user.isAdmin !== true && !(await accounts.hasAccounts(tx)))
      throw new DomainError('access_denied', 'This server is not set up yet.');
    if (!config.autoCreate)
      throw new DomainError('access_denied', 'You have no account here. Ask an administrator of this server.');
    if (user.emailVerified === false)
      throw new DomainError(
        'access_denied',
        `${issuer.name} has not verified your email address, with which your account here would be made. Verify it there.`,
      );
    const { userId } = await accounts.signIns.users.insertWithoutPassword(
      tx,
      { email: user.email, name: user.name, isAdmin: user.isAdmin ?? false },
      // At an issuer that does not say so, users may have typed the address of somebody else.
      { isVerified: user.emailVerified === true },
    );
    await audit.record(tx, { action: 'account.registered', actor: { userId }, details: { by: 'single_sign_on' } });
    return this.#insert(tx, userId, user, undefined);
  }

  async #insert(
    tx: Tx,
    userId: number,
    { subject, email }: IssuerUser,
    by: 'user' | 'email' | 'scim' | undefined,
    actor: Caller | 'nobody' = 'nobody',
  ): Promise<store.IdentityRow> {
    const { random, clock, audit, issuer } = this.#deps;
    const now = clock.now();
    const id = random.uuid();
    const row = { id, user_id: userId, issuer: issuer.id, subject, email: email ?? null };
    const times = { checked_at: now, created_at: now, last_used_at: now };
    const inserted = await store.insertIdentity(tx, { ...row, ...times, refresh_token: null });
    if (inserted === undefined)
      throw new DomainError('unavailable', 'Another browser is signing in with this account. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    if (by !== undefined)
      await audit.record(tx, {
        action: 'identity.linked',
        actor,
        userId,
        target: { kind: 'identity', id },
        details: { by },
      });
    return inserted;
  }

  /** A sign-in that brings no refresh token leaves that of an earlier one. */
  async #record(
    tx: Tx,
    identity: store.IdentityRow,
    user: IssuerUser,
    {
      refreshToken,
      isSignIn = false,
    }: { readonly refreshToken?: string | undefined; readonly isSignIn?: boolean } = {},
  ): Promise<void> {
    const now = this.#deps.clock.now();
    const isKept = await store.updateIdentity(tx, identity.rowId, {
      email: user.email ?? identity.email,
      checked_at: now,
      ...(isSignIn ? { last_used_at: now } : {}),
      ...(refreshToken === undefined ? {} : { refresh_token: this.#seal(identity, refreshToken) }),
    });
    if (!isKept) throw new DomainError('access_denied', 'This identity was unlinked meanwhile. Sign in again.');
  }

  /**
   * Not in the transaction of the sign-in: a last administrator signs in, too, and stays one. `unless`: nothing changes once this
   * identity has.
   */
  async #mapAdmin(userId: number, { isAdmin }: Pick<IssuerUser, 'isAdmin'>, unless?: store.IdentityRow): Promise<void> {
    const { accounts, database, log } = this.#deps;
    if (isAdmin === undefined) return;
    const account = await accounts.findUser(database.reader, userId);
    if (account === undefined || account.isAdmin === isAdmin) return;
    try {
      await database.write(async (tx) => {
        if (unless !== undefined && !(await store.lockIdentity(tx, unless))) return;
        await accounts.directory.changeIn(tx, 'server', { id: account.id }, { isAdmin });
      });
    } catch (error) {
      log.warn('the last administrator is in no group of administrators', { userId: account.id, error });
    }
  }
}
