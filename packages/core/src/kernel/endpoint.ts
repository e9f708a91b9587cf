// Endpoints as plain data: from one declaration come the server's checks, the browser's typed client and the OpenAPI page.
import { z } from 'zod';
import type { Capability } from '../access/capabilities.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `public` anybody; `user` any signed-in user; `project` a member of the project named by `params.projectId`
 * who holds `needs`; `organisation` an administrator of the user's organisation, with `privilege: 'users'` also whoever
 * manages its users.
 */
export type Guard =
  | { kind: 'public' }
  | { kind: 'user' }
  | { kind: 'project'; needs: Capability }
  | { kind: 'organisation'; privilege?: 'users' };

export type Endpoint = {
  /** Unique; the operation id of the description. */
  name: string;
  summary: string;
  method: Method;
  /** The client's path under /api, with `:param` segments; the version is put in by `versionedPath`. */
  path: `/api/${string}`;
  guard: Guard;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What comes back; `z.void()` for 204. */
  reply: z.ZodType;
  /** Bytes a body may have; 1 MiB unless told. */
  bodyLimit?: number;
  /** Writes are repeatable: the same Idempotency-Key gives the first answer again. False only where the body's own id does it. */
  idempotencyKey?: boolean;
  /** May be called before the second step that the organisation asks for has been set up. */
  settingUp?: boolean;
  /** Only for the person: a token given to a helper is refused. */
  personal?: boolean;
  /** Gives out or changes what stands in projects; all that is guarded by a project does. */
  site?: boolean;
  /** Only from a browser that shows the key of its device; a helper's token has none and needs none. */
  deviceKey?: boolean;
};

export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

type In<S> = S extends z.ZodType ? z.input<S> : undefined;
type Out<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a caller passes. */
export type CallOf<E extends Endpoint> = (E['params'] extends z.ZodType ? { params: In<E['params']> } : unknown) &
  (E['query'] extends z.ZodType ? { query: In<E['query']> } : unknown) &
  (E['body'] extends z.ZodType ? { body: In<E['body']> } : unknown);
/** What a handler gets, checked. */
export type RequestOf<E extends Endpoint> = { params: Out<E['params']>; query: Out<E['query']>; body: Out<E['body']> };
export type ReplyOf<E extends Endpoint> = Out<E['reply']>;

/** The envelope of every paged list. `number` is the page, from 0. */
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

/** A list in a query string: repeated keys, or one. */
export function several<S extends z.ZodType>(one: S, max = 100) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(one).max(max).optional(),
  );
}

/** A flag in a query string. */
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** How every refusal looks on the wire (application/problem+json). */
export const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  retry: z.boolean(),
  fields: z.array(z.strictObject({ path: z.string(), outcome: z.string() })).optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** Names one failure in the server's log. */
  incident: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;
