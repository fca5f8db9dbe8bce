import { secondMs } from '@drive/base';
import { limits } from '@drive/contract';
import type { Context } from 'hono';
import { isDomainError } from '../../../platform/errors.ts';
import { incomingOf, pageQuery, pageText, readText, type Router } from '../../../platform/http/index.ts';
import type { Ports } from '../../../platform/ports/ports.ts';
import { ScimError, scimError } from './scim-errors.ts';
import type { ScimGroups } from './scim-groups.ts';
import { parseScim, ScimGroupBody, ScimPatch, ScimUserBody, userChangeOf } from './scim-schemas.ts';
import type { ScimPage, ScimUsers } from './scim-users.ts';

const mostResults = 200;
const bodyMs = 30 * secondMs;

const listQuery = pageQuery({
  filter: pageText(limits.comparedCharacters),
  startIndex: pageText(limits.codeCharacters),
  count: pageText(limits.codeCharacters),
  excludedAttributes: pageText(limits.comparedCharacters),
});

const refusal = 'SCIM needs DRIVE_SCIM_TOKEN as its bearer token.';

interface ScimRoutesDeps extends Pick<Ports, 'baseUrl'> {
  readonly token: string;
  readonly users: ScimUsers;
  readonly groups: ScimGroups;
}

type Answered = { readonly status: number; readonly body?: unknown };

/** Mounts SCIM 2.0 (RFC 7644): users and groups, and 501 for what else there is. */
export function mountScim(router: Router, { token, users, groups }: ScimRoutesDeps): void {
  const on = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: `/${string}`,
    handle: (context: Context, id: string) => Promise<Answered>,
  ): void =>
    router.page(method, `/scim/v2${path}`, (context) => answer(context, () => handle(context, idOf(context))), {
      bearer: { token, refusal },
    });

  on('GET', '/ServiceProviderConfig', async () => ({ status: 200, body: serviceProviderConfig }));

  on('GET', '/Users', async (context) => listed(await users.list(pageOf(context)), pageOf(context)));
  on('POST', '/Users', async (context) => created(await users.create(await read(context, ScimUserBody))));
  on('GET', '/Users/:id', async (_, id) => ({ status: 200, body: await users.get(id) }));
  on('PUT', '/Users/:id', async (context, id) => ({
    status: 200,
    body: await users.change(id, await read(context, ScimUserBody), { replaces: true }),
  }));
  on('PATCH', '/Users/:id', async (context, id) => {
    const { Operations } = await read(context, ScimPatch);
    return { status: 200, body: await users.change(id, userChangeOf(Operations), { replaces: false }) };
  });
  on('DELETE', '/Users/:id', async (_, id) => {
    await users.remove(id);
    return { status: 204 };
  });

  on('GET', '/Groups', async (context) =>
    listed(await groups.list(pageOf(context), wantsMembers(context)), pageOf(context)),
  );
  on('POST', '/Groups', async (context) => created(await groups.create(await read(context, ScimGroupBody))));
  on('GET', '/Groups/:id', async (context, id) => ({
    status: 200,
    body: await groups.get(id, wantsMembers(context)),
  }));
  on('PUT', '/Groups/:id', async (context, id) => ({
    status: 200,
    body: await groups.replace(id, await read(context, ScimGroupBody)),
  }));
  on('PATCH', '/Groups/:id', async (context, id) => {
    await groups.patch(id, (await read(context, ScimPatch)).Operations);
    return { status: 204 };
  });
  on('DELETE', '/Groups/:id', async (_, id) => {
    await groups.remove(id);
    return { status: 204 };
  });

  for (const method of ['GET', 'POST'] as const)
    for (const path of ['/Me', '/Bulk', '/Schemas', '/ResourceTypes', '/.search'] as const)
      on(method, path, () => Promise.reject(scimError(501, 'This server keeps users and groups only.')));
}

const idOf = (context: Context): string => context.req.param('id') ?? '';
const wantsMembers = (context: Context): boolean =>
  !(listQuery.of(context).excludedAttributes ?? '').toLowerCase().includes('members');

function pageOf(context: Context): ScimPage {
  const { filter, startIndex, count } = listQuery.of(context);
  // RFC 7644, 3.4.2.4: less than 1 is 1, and less than 0 results are 0.
  return {
    filter,
    startIndex: Math.max(1, wholeNumber(startIndex) ?? 1),
    count: Math.min(mostResults, Math.max(0, wholeNumber(count) ?? 100)),
  };
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;

const listed = (
  { total, resources }: { readonly total: number; readonly resources: readonly unknown[] },
  { startIndex }: ScimPage,
): Answered => ({
  status: 200,
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    itemsPerPage: resources.length,
    startIndex,
    Resources: resources,
  },
});

const created = (body: unknown): Answered => ({ status: 201, body });

async function read<S extends Parameters<typeof parseScim>[0]>(context: Context, schema: S) {
  const text = await readText(incomingOf(context), { withinMs: bodyMs, maxBytes: limits.jsonBodyBytes });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw scimError(400, 'The body is not JSON.', 'invalidSyntax');
  }
  return parseScim(schema, json);
}

async function answer(context: Context, handle: () => Promise<Answered>): Promise<Response> {
  const { status, body } = await handle().catch((error: unknown): Answered => {
    if (error instanceof ScimError)
      return { status: error.status, body: errorBody(error.status, error.message, error.scimType) };
    if (isDomainError(error, 'payload_too_large')) return { status: 413, body: errorBody(413, error.message) };
    if (isDomainError(error, 'bad_request')) return { status: 400, body: errorBody(400, error.message) };
    throw error;
  });
  if (body === undefined) return context.newResponse(null, status as 204);
  return context.newResponse(JSON.stringify(body), status as 200, {
    'Content-Type': 'application/scim+json',
    'Cache-Control': 'no-store',
  });
}

const errorBody = (status: number, detail: string, scimType?: string) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail,
  ...(scimType === undefined ? {} : { scimType }),
});

const no = { supported: false };
const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of DRIVE_SCIM_TOKEN.' },
  ],
};
