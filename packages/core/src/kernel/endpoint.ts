// Endpoints as plain data: one declaration yields the server's checks, the browser's typed client and the OpenAPI page.
import { z } from 'zod';
import type { Capability } from '../access/capabilities.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call. `public`: anyone. `user`: any signed-in user. `project`: a member of the project named by
 * `params.projectId` who holds `needs`. `organisation`: an administrator of the user's organisation; with `privilege:
 * 'users'` also anyone who manages its users.
 */
export type Guard =
  | { kind: 'public' }
  | { kind: 'user' }
  | { kind: 'project'; needs: Capability }
  | { kind: 'organisation'; privilege?: 'users' };

export type Endpoint = {
  /** Unique; the operation id in the OpenAPI document. */
  name: string;
  summary: string;
  method: Method;
  /** The client's path under /api, with `:param` segments; `versionedPath` inserts the version. */
  path: `/api/${string}`;
  guard: Guard;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The reply body; `z.void()` for 204. */
  reply: z.ZodType;
  /** Maximum body size in bytes; 1 MiB by default. */
  bodyLimit?: number;
  /**
   * Writes are repeatable: the same Idempotency-Key returns the first answer again. False only where the body's own id
   * ensures this.
   */
  idempotencyKey?: boolean;
  /** May be called before the user has set up the second factor that the organisation requires. */
  settingUp?: boolean;
  /** Only for the user in person: a support access token is refused. */
  personal?: boolean;
  /** Returns or changes project content. Everything with a project guard does so implicitly. */
  site?: boolean;
  /** Only from a browser that presents its device key; a support access token has none and needs none. */
  deviceKey?: boolean;
};

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The arguments a caller passes. */
export type CallOf<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: In<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query: In<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : unknown);
/** The validated input a handler receives. */
export type RequestOf<E extends Endpoint> = { params: Out<E['params']>; query: Out<E['query']>; body: Out<E['body']> };
export type ReplyOf<E extends Endpoint> = Out<E['reply']>;

/** The envelope of every paged list. `number` is the page, starting at 0. */
export function paged<S extends z.ZodType>(item: S) {
  return z.strictObject({
    content: z.array(item),
    number: z.int().min(0),
    size: z.int().min(1),
    totalElements: z.int().min(0),
    totalPages: z.int().min(0),
  });
}

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Query fields of every paged list. */
export const paging = { page: wholeNumber(0, 0, 1_000_000), size: wholeNumber(50, 1, 1_000) };

/** A list in a query string: a repeated key or a single value. */
export function several<S extends z.ZodType>(one: S, max = 100) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(one).max(max).optional(),
  );
}

/** A boolean flag in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** The wire format of every refusal (application/problem+json). */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  retry: z.boolean(),
  fields: z.array(z.strictObject({ path: z.string(), outcome: z.string() })).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Identifies one failure in the server's log. */
  incident: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
