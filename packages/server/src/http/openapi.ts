// The OpenAPI 3.1 description of the API, generated from the declared endpoints.
import { type Endpoint, problem } from '@plumbline/core/kernel/endpoint';
import { serviceOf, versionedPath } from '@plumbline/core/kernel/services';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parameters(declaration: Endpoint): Json[] {
  const list = (place: 'path' | 'query', shape?: z.ZodObject) =>
    Object.entries(shape?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: schemaOf(schema as z.ZodType, 'input'),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'Made by the client, one for each intended write; repeating it gives the first answer again.',
    schema: { type: 'string', minLength: 8, maxLength: 128 },
  };
  const writes =
    declaration.method !== 'GET' && declaration.idempotencyKey !== false && declaration.guard.kind !== 'public';
  return [...list('path', declaration.params), ...list('query', declaration.query), ...(writes ? [key] : [])];
}

function operation(declaration: Endpoint): Json {
  const empty = declaration.reply instanceof z.ZodVoid;
  const refusal = {
    description: 'Refused',
    content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
  };
  return {
    operationId: declaration.name,
    summary: declaration.summary,
    tags: [serviceOf(versionedPath(declaration.path)) ?? 'api'],
    security: declaration.guard.kind === 'public' ? [] : [{ bearer: [] }],
    ...(declaration.guard.kind === 'project' && { 'x-needs': declaration.guard.needs }),
    parameters: parameters(declaration),
    ...(declaration.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(declaration.body, 'input') } } },
    }),
    responses: {
      ...(empty
        ? { 204: { description: 'Done' } }
        : {
            200: {
              description: 'OK',
              content: { 'application/json': { schema: schemaOf(declaration.reply, 'output') } },
            },
          }),
      default: refusal,
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const declaration of endpoints) {
    const path = versionedPath(declaration.path).replaceAll(/:(\w+)/gu, '{$1}');
    paths[path] = { ...paths[path], [declaration.method.toLowerCase()]: operation(declaration) };
  }
  return paths;
}

/** The paths are described when they are first read: it would be a large part of a start, and few ask for them. */
export function openApi(endpoints: readonly Endpoint[], version: string): Json {
  let paths: Record<string, Json> | undefined;
  return {
    openapi: '3.1.0',
    info: { title: 'Plumbline', version, license: { name: 'Apache-2.0' } },
    get paths() {
      paths ??= pathsOf(endpoints);
      return paths;
    },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}
