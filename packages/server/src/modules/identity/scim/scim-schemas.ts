import { limits } from '@drive/contract';
import * as z from 'zod';
import { scimError } from './scim-errors.ts';

const longText = z.string().max(limits.comparedCharacters);
/** Entra ID sends `"False"`. */
const Flag = z.union([
  z.boolean(),
  z
    .string()
    .max(5)
    .transform((text) => text.toLowerCase() === 'true'),
]);
const Emails = z.array(z.looseObject({ value: longText, primary: Flag.optional() })).max(20);
const Name = z.looseObject({
  formatted: longText.nullish(),
  givenName: longText.nullish(),
  familyName: longText.nullish(),
});

/** What a user of SCIM has that this server keeps; other attributes are accepted and left out. */
export const ScimUserBody = z.looseObject({
  userName: longText.optional(),
  externalId: longText.nullish(),
  displayName: longText.nullish(),
  name: Name.nullish(),
  emails: Emails.nullish(),
  active: Flag.optional(),
});
export type ScimUserBody = z.infer<typeof ScimUserBody>;

const Members = z.array(z.looseObject({ value: longText })).max(10_000);
export const ScimGroupBody = z.looseObject({
  displayName: longText.optional(),
  externalId: longText.nullish(),
  members: Members.nullish(),
});
export type ScimGroupBody = z.infer<typeof ScimGroupBody>;

export const ScimPatch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .max(10)
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: longText.optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});
export type ScimOperation = z.infer<typeof ScimPatch>['Operations'][number];

/** Throws 400. */
export function parseScim<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw scimError(400, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`, 'invalidValue');
}

/** The members that an operation of a group names, in its path or in its value. */
export function membersOf({ path = '', value }: ScimOperation): string[] {
  const one = /^members\[value eq "([^"]+)"\]$/i.exec(path)?.[1];
  if (one !== undefined) return [one];
  return parseScim(Members, value ?? []).map((member) => member.value);
}

/**
 * The change that the operations of a patch (RFC 7644, 3.5.2) make to a user, as a body. Attributes that this server does not keep
 * are left out.
 */
export function userChangeOf(operations: readonly ScimOperation[]): ScimUserBody {
  const change: Record<string, unknown> = {};
  for (const { op, path, value } of operations) {
    const given = op === 'remove' ? null : value;
    if (path === undefined) Object.assign(change, flattened(given));
    else Object.assign(change, flattened({ [path]: given }));
  }
  return parseScim(ScimUserBody, change);
}

/** `name.givenName` and `emails[type eq "work"].value` as the attributes that they are part of. */
function flattened(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw scimError(400, 'An operation without path needs an object.', 'invalidValue');
  const change: Record<string, unknown> = {};
  for (const [path, each] of Object.entries(value)) {
    const [, attribute = '', sub] = /^(?:urn:[\w:.]+:)?([a-z$]+)(?:\[[^\]]*\])?(?:\.(\w+))?$/i.exec(path) ?? [];
    const known = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'].find(
      (name) => name.toLowerCase() === attribute.toLowerCase(),
    );
    if (known === undefined) continue;
    if (known === 'emails' && sub !== undefined)
      change['emails'] = each === null ? null : [{ value: each, primary: true }];
    else if (known === 'name' && sub !== undefined)
      change['name'] = { ...(change['name'] as object | undefined), [sub]: each };
    else change[known] = each;
  }
  return change;
}
