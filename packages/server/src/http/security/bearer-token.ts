// Tokens of the operator that other programs send as a bearer token.
import type { FastifyRequest } from 'fastify';
import { hashOf } from '../session.ts';

/** Compared as hashes, so that the time taken reveals nothing. False if no token is configured. */
export function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return false;
  return hashOf(headers.authorization ?? '').equals(hashOf(`Bearer ${token}`));
}
