type Bound = 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'exclusiveMinimum' | 'maximum';

/** A part of JSON Schema: as much as the generated description uses. */
export interface Schema extends Readonly<Partial<Record<Bound, number>>> {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** A copy of `examples`, which some transformations drop. */
  readonly 'x-example'?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** A parameter, a field of a body, or a response. */
export interface Field {
  /** Anchor in the page. */
  readonly id?: string;
  readonly name: string;
  readonly schema: Schema;
  readonly required?: boolean;
}

/** An operation, or an event with its type as path. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Field & { readonly in: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  /** Events have none: the server sends them. */
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Omit<Endpoint, 'method' | 'path'>>>>>;

export interface OpenApi {
  readonly [field: string]: unknown;
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Paths;
  readonly webhooks: Paths;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export const listEndpoints = (paths: Paths): Endpoint[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/** The path of a tag: `File requests` becomes `file-requests`. */
export const slugOf = (tag: string): string => tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const resolve = ({ components }: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {});

export const jsonOf = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema;

/** The named schemas to which the endpoints refer, and those to which they refer. The fields of a body are shown in place. */
export function schemasOf(api: OpenApi, endpoints: readonly Endpoint[]): Field[] {
  const found = new Map<string, Schema>();
  const collect = (part: unknown): void => {
    for (const [$ref] of JSON.stringify(part).matchAll(/#\/components\/schemas\/[^"]+/g)) {
      if (found.has(nameOf($ref))) continue;
      found.set(nameOf($ref), resolve(api, { $ref }));
      collect(resolve(api, { $ref }));
    }
  };
  for (const { responses, requestBody } of endpoints)
    collect([responses, resolve(api, jsonOf(requestBody?.content) ?? {})]);
  return Array.from(found, ([name, schema]) => ({ id: name, name, schema, required: true }));
}
