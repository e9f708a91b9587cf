// The features of the server, each hanging its routes in and naming its jobs. New features are listed here and nowhere else.
import type { FastifyInstance } from 'fastify';
import type { Parts } from './http/parts.ts';
import type { Serve } from './http/serve.ts';

export type Feature = (serve: Serve, parts: Parts, app: FastifyInstance) => void | Promise<void>;

export const FEATURES: readonly Feature[] = [];
