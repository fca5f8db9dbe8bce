import { type Group, NewGroup } from '@drive/contract';
import { isDomainError } from '../../../platform/errors.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import type { GroupsPort } from './groups-port.ts';
import { notFound, scimError } from './scim-errors.ts';
import { parseFilter, type ScimComparison } from './scim-filter.ts';
import { membersOf, type ScimGroupBody, type ScimOperation } from './scim-schemas.ts';
import type { ScimPage, ScimUsers } from './scim-users.ts';

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
const pageSize = 200;

type ScimGroupsDeps = Pick<Ports, 'baseUrl'> & {
  readonly groups: GroupsPort;
  readonly users: Pick<ScimUsers, 'adopt'>;
};

/** Groups as an identity provider keeps them (RFC 7643, 4.2). It removes no members that an administrator added. */
export class ScimGroups {
  readonly #deps: ScimGroupsDeps;

  constructor(deps: ScimGroupsDeps) {
    this.#deps = deps;
  }

  async list({ startIndex, count, filter }: ScimPage, withMembers: boolean) {
    const found = await this.#find(filter === undefined ? [] : parseFilter(filter));
    const page = found.slice(startIndex - 1, startIndex - 1 + count);
    return { total: found.length, resources: await Promise.all(page.map((group) => this.#show(group, withMembers))) };
  }

  async get(id: string, withMembers: boolean) {
    return this.#show(await this.#require(id), withMembers);
  }

  async create({ displayName, externalId, members }: ScimGroupBody) {
    const wanted = { name: nameOf(displayName), externalId: externalId ?? null };
    const group = await this.#deps.groups.create('server', wanted).catch(toScimError);
    const added = members?.map(({ value }) => value) ?? [];
    await this.#add(group.id, added).catch(async (error: unknown) => {
      await this.#deps.groups.remove('server', group.id);
      throw error;
    });
    return this.get(group.id, true);
  }

  async replace(id: string, { displayName, members }: ScimGroupBody) {
    await this.#rename(id, displayName);
    if (members !== undefined && members !== null)
      await this.#setMembers(
        id,
        members.map(({ value }) => value),
      );
    return this.get(id, true);
  }

  async patch(id: string, operations: readonly ScimOperation[]): Promise<void> {
    await this.#require(id);
    for (const operation of operations) await this.#apply(id, operation);
  }

  async remove(id: string): Promise<void> {
    await this.#deps.groups.remove('server', id).catch(toScimError);
  }

  async #apply(id: string, operation: ScimOperation): Promise<void> {
    const { op, path, value } = operation;
    const attribute = path?.toLowerCase().split('[')[0];
    if (attribute === 'members') {
      if (op === 'add') return this.#add(id, membersOf(operation));
      if (op === 'replace') return this.#setMembers(id, membersOf(operation));
      // Without a value, all are meant.
      if (path?.includes('[') !== true && (value === undefined || value === null)) return this.#setMembers(id, []);
      return this.#take(id, membersOf(operation));
    }
    if (attribute === 'displayname' && typeof value === 'string') return this.#rename(id, value);
    if (attribute === undefined && typeof value === 'object' && value !== null) {
      const { displayName, members } = value as { displayName?: unknown; members?: unknown };
      if (typeof displayName === 'string') await this.#rename(id, displayName);
      if (members !== undefined) await this.#apply(id, { op, path: 'members', value: members });
      return;
    }
    // Entra ID repeats the id that it gave at the creation.
    if (attribute !== 'externalid') throw scimError(501, 'Groups have displayName and members only.', 'invalidPath');
  }

  async #rename(id: string, name: string | undefined): Promise<void> {
    if (name !== undefined) await this.#deps.groups.rename('server', id, nameOf(name)).catch(toScimError);
  }

  async #add(id: string, members: readonly string[]): Promise<void> {
    await this.#deps.users.adopt(members);
    for (const userId of members) await this.#deps.groups.addMember('server', id, userId, 'scim').catch(toScimError);
  }

  async #take(id: string, members: readonly string[]): Promise<void> {
    for (const userId of members) await this.#deps.groups.removeMember('server', id, userId, 'scim').catch(toScimError);
  }

  async #setMembers(id: string, members: readonly string[]): Promise<void> {
    const wanted = new Set(members.map((each) => each.toLowerCase()));
    const present = await this.#membersOf(id);
    await this.#take(
      id,
      present.filter((member) => !wanted.has(member)),
    );
    await this.#add(
      id,
      [...wanted].filter((member) => !present.includes(member)),
    );
  }

  async #find(filter: readonly ScimComparison[]): Promise<Group[]> {
    let found = await this.#all();
    for (const { attribute, value } of filter) {
      const folded = value.toLowerCase();
      if (attribute === 'id') found = found.filter(({ id }) => id === folded);
      else if (attribute === 'displayname') found = found.filter(({ name }) => name.toLowerCase() === folded);
      else if (attribute === 'externalid') found = found.filter(({ externalId }) => externalId === value);
      else if (attribute === 'members' || attribute === 'members.value') {
        const withMember = await Promise.all(found.map(async ({ id }) => (await this.#membersOf(id)).includes(folded)));
        found = found.filter((_, index) => withMember[index] === true);
      } else throw scimError(501, 'Groups are found by id, displayName, externalId and members only.', 'invalidFilter');
    }
    return found;
  }

  async #all(): Promise<Group[]> {
    const all: Group[] = [];
    let cursor: string | undefined;
    do {
      const { groups, pagination } = await this.#deps.groups.list({ page: 1, limit: pageSize, cursor });
      all.push(...groups);
      cursor = pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  }

  async #membersOf(id: string): Promise<string[]> {
    const all: string[] = [];
    let cursor: string | undefined;
    do {
      const page = { page: 1, limit: pageSize, cursor };
      const { members, pagination } = await this.#deps.groups.listMembers(id, page).catch(toScimError);
      all.push(...members.map((member) => member.id));
      cursor = pagination.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return all;
  }

  #require(id: string): Promise<Group> {
    return this.#deps.groups.get(id.toLowerCase()).catch(toScimError);
  }

  async #show({ id, name, externalId, createdAt }: Group, withMembers: boolean) {
    return {
      schemas,
      id,
      ...(externalId === null ? {} : { externalId }),
      displayName: name,
      ...(withMembers ? { members: (await this.#membersOf(id)).map((value) => ({ value })) } : {}),
      meta: {
        resourceType: 'Group',
        created: createdAt,
        location: this.#deps.baseUrl.link(`/scim/v2/Groups/${id}`),
      },
    };
  }
}

/** Applies the rules of the API. */
function nameOf(displayName: string | undefined): string {
  const group = NewGroup.safeParse({ name: displayName });
  if (group.success) return group.data.name;
  throw scimError(400, `displayName: ${group.error.issues[0]?.message ?? 'not valid'}`, 'invalidValue');
}

function toScimError(error: unknown): never {
  if (isDomainError(error, 'name_conflict')) throw scimError(409, error.message, 'uniqueness');
  if (isDomainError(error, 'group_not_found')) throw notFound('group');
  if (isDomainError(error, 'user_not_found')) throw scimError(400, 'One of the members is no user.', 'invalidValue');
  throw error;
}
