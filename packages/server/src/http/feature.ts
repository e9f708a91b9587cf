// A feature of the server: adds its routes to the HTTP application.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/services.ts';
import type { Serve } from './serve.ts';

export type Feature = (serve: Serve, services: Services, app: FastifyInstance) => void | Promise<void>;
