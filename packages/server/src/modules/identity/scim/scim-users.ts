import { isoTime } from '@drive/base';
import { Email } from '@drive/contract';
import type { Reader, Tx } from '../../../platform/db/index.ts';
import { isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { Accounts } from '../../accounts/index.ts';
import { notFound, scimError } from './scim-errors.ts';
import { parseFilter } from './scim-filter.ts';
import type { ScimUserBody } from './scim-schemas.ts';
import * as store from './scim-user-store.ts';

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];

export type ScimUsersDeps = Pick<Ports, 'baseUrl' | 'database' | 'audit'> & { readonly accounts: Accounts };

export interface ScimPage {
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly filter: string | undefined;
}

/** Users as an identity provider sees and keeps them (RFC 7643, 4.1). */
export class ScimUsers {
  readonly #deps: ScimUsersDeps;

  constructor(deps: ScimUsersDeps) {
    this.#deps = deps;
  }

  async list({ startIndex, count, filter }: ScimPage) {
    const { database } = this.#deps;
    const comparisons = filter === undefined ? [] : parseFilter(filter);
    const found = await store.listScimUsers(database.reader, comparisons, { offset: startIndex - 1, limit: count });
    if (found === undefined)
      throw scimError(501, 'Users are found by id, userName, externalId, emails and active only.', 'invalidFilter');
    return { total: found.total, resources: found.users.map((user) => this.#show(user)) };
  }

  async get(id: string) {
    return this.#show(await this.#require(this.#deps.database.reader, id));
  }

  /** An existing account with the address is not taken over: the provider finds it by `userName` and changes it. */
  async create(body: ScimUserBody) {
    const { database, accounts, audit } = this.#deps;
    const userName = body.userName?.trim() ?? '';
    if (userName === '') throw scimError(400, 'userName is needed.', 'invalidValue');
    const id = await database.write(async (tx) => {
      await tx.lock('scim');
      const account = await accounts.signIns.users
        .insertWithoutPassword(
          tx,
          { email: emailOf(body) ?? userName, name: nameOf(body) ?? null, isAdmin: false },
          { isVerified: true },
        )
        .catch(toScimError);
      const { userId, plan, isAdmin } = account;
      await this.#put(tx, { userId, userName, externalId: body.externalId ?? null });
      const target = { kind: 'user', id: account.id } as const;
      await audit.record(tx, { action: 'user.created', actor: 'server', userId, target, details: { plan, isAdmin } });
      return account.id;
    });
    if (body.active === false) await this.#setActive(id, false);
    return this.get(id);
  }

  /** `replaces`: attributes that are missing are removed (PUT). */
  async change(id: string, body: ScimUserBody, { replaces }: { readonly replaces: boolean }) {
    const { database, accounts } = this.#deps;
    const changed = await database.write(async (tx) => {
      await tx.lock('scim');
      const user = await this.#require(tx, id);
      const { userId } = user;
      await accounts.vouching.adopt(tx, userId, 'scim');
      await this.#put(tx, {
        userId,
        userName: body.userName?.trim() || user.userName,
        externalId: body.externalId === undefined && !replaces ? user.externalId : (body.externalId ?? null),
      });
      const email = emailOf(body);
      if (email !== undefined) await accounts.directory.setEmail(tx, 'server', { id }, email).catch(toScimError);
      return user;
    });
    const name = nameOf(body) ?? (replaces ? null : undefined);
    if (name !== undefined && name !== changed.name)
      await accounts.directory.change('server', { id }, { name }).catch(toScimError);
    if (body.active !== undefined) await this.#setActive(id, body.active);
    return this.get(id);
  }

  /** Disables the account: what it owns is kept until an administrator deletes it. */
  async remove(id: string): Promise<void> {
    const { database } = this.#deps;
    await this.#require(database.reader, id);
    await this.#setActive(id, false);
    await database.write(async (tx) => {
      await tx.lock('scim');
      const user = await store.findScimUser(tx, id);
      if (user !== undefined) await store.deleteScimUser(tx, user.userId);
    });
  }

  /** Gives accounts that the provider has found, and maybe changes nothing of, to the users of their addresses. */
  async adopt(ids: readonly string[]): Promise<void> {
    const { database, accounts } = this.#deps;
    for (const id of ids) {
      const user = await accounts.findUserById(database.reader, id.toLowerCase());
      if (user?.vouchedAt === null) await database.write((tx) => accounts.vouching.adopt(tx, user.userId, 'scim'));
    }
  }

  /** SCIM enables only what it disabled: an account that an administrator disabled stays so, and one whose user has left. */
  async #setActive(id: string, isActive: boolean): Promise<void> {
    const { database, accounts } = this.#deps;
    await database.write(async (tx) => {
      await tx.lock('scim');
      const user = await this.#require(tx, id);
      if (user.isDisabledByOthers) return;
      await accounts.directory.changeIn(tx, 'server', { id: user.id }, { disabled: !isActive }).catch(toScimError);
      if (user.isActive !== isActive) await store.noteActive(tx, user.userId);
    });
  }

  async #put(tx: Tx, user: { userId: number; userName: string; externalId: string | null }): Promise<void> {
    await store.deleteScimUsersOfDeleted(tx, user);
    if (await store.isScimUserTaken(tx, user))
      throw scimError(409, 'Another user has this userName or externalId.', 'uniqueness');
    await store.putScimUser(tx, user);
  }

  async #require(reader: Reader, id: string): Promise<store.ScimUserRow> {
    const user = await store.findScimUser(reader, id.toLowerCase());
    if (user === undefined) throw notFound('user');
    return user;
  }

  #show({ id, email, name, isActive, externalId, userName, createdAt }: store.ScimUserRow) {
    return {
      schemas,
      id,
      ...(externalId === null ? {} : { externalId }),
      userName,
      ...(name === null ? {} : { displayName: name, name: { formatted: name } }),
      emails: [{ value: email, type: 'work', primary: true }],
      active: isActive,
      meta: {
        resourceType: 'User',
        created: isoTime(createdAt),
        location: this.#deps.baseUrl.link(`/scim/v2/Users/${id}`),
      },
    };
  }
}

/** The primary address, or the first; undefined: none is given. A userName that is no address stays beside it. */
function emailOf({ emails, userName }: ScimUserBody): string | undefined {
  const email = emails?.find(({ primary }) => primary === true) ?? emails?.[0];
  if (email !== undefined) return email.value;
  return userName !== undefined && Email.safeParse(userName).success ? userName : undefined;
}

/** undefined: none is given. */
function nameOf({ displayName, name }: ScimUserBody): string | null | undefined {
  const parts = [name?.givenName, name?.familyName].filter((part) => typeof part === 'string' && part !== '');
  const given = [displayName, name?.formatted, parts.length === 0 ? undefined : parts.join(' ')];
  const found = given.find((each) => typeof each === 'string' && each.trim() !== '');
  return found ?? (displayName === null ? null : undefined);
}

function toScimError(error: unknown): never {
  if (isDomainError(error, 'email_taken')) throw scimError(409, error.message, 'uniqueness');
  if (isDomainError(error, 'validation_failed')) throw scimError(400, error.message, 'invalidValue');
  if (isDomainError(error, 'last_admin')) throw scimError(409, error.message, 'mutability');
  if (isDomainError(error, 'user_not_found')) throw notFound('user');
  throw error;
}
