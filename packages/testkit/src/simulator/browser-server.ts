// A server that speaks the sync protocol over the in-memory store and serves the browser its modules: for tests of the
// local store.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '@plumbline/core/kernel/errors';
import { pullQuery, pushBody } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import { applyPush } from '@plumbline/core/sync/server';
import { build } from 'vite';
import { emptyState, MemoryServer } from './memory-server.ts';
import { madeId, seeded } from './seed-site.ts';

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
const PAGE = `<!doctype html><meta charset="utf-8"><title>Local store</title>
<script type="module" src="/store.js"></script>`;
/** Exposes what screens use as `store`. */
const SCRIPT = `
  import { startLocal, stopLocal } from '${WEB}/src/local/start.ts';
  import { closedFailure, currentLocal } from '${WEB}/src/local/local.ts';
  import { indexesOf } from '${WEB}/src/local/local-database.ts';
  import { forgetToken } from '${WEB}/src/api/token.ts';
  import { setDeviceKey } from '${WEB}/src/api/device-key.ts';
  import { ENTITY_NAMES } from '@plumbline/core/site/entities';
  const indexes = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, indexesOf(entity)]));
  globalThis.store = { startLocal, stopLocal, currentLocal, closedFailure, forgetToken, setDeviceKey, indexes };
`;

/**
 * How a request fails: `unheard` never reaches the server, `half sent` breaks off in its body, `unanswered` is carried
 * out without a reply, `half answered` breaks off in the reply; a `portal` answers instead of the server, as a network
 * that wants its users to sign in.
 */
export const LINE_FAULTS = ['unheard', 'half sent', 'unanswered', 'half answered', 'portal'] as const;
export type ConnectionFault = (typeof LINE_FAULTS)[number];

export type SyncServer = {
  origin: string;
  store: MemoryServer;
  /** Requests that reached the server, by path. */
  calls: string[];
  /** While true, every request is cut off without a response. */
  cut: boolean;
  /** Decides for each request, as `POST /api/v2/files`, how it fails. */
  fault: (call: string) => ConnectionFault | undefined;
  /** The value from which the server derives its half of a device key; null while it refuses to. */
  halves: string | null;
  announce(projectId: string): void;
  close(): Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function metadata(header: unknown): Record<string, string> {
  const pairs = String(header ?? '').split(',');
  return Object.fromEntries(
    pairs.map((pair) => pair.split(' ')).map(([key, value]) => [key, Buffer.from(value ?? '', 'base64').toString()]),
  );
}

const PORTAL = '<!doctype html><title>Guest network</title><p>Sign in to use this network.';

/** Breaks the connection instead of the reply, or in the middle of it. */
function breakReply({ socket }: IncomingMessage, response: ServerResponse, fault: ConnectionFault | undefined): void {
  if (fault !== 'unanswered' && fault !== 'half answered') return;
  const write = response.write.bind(response) as (part: string, done: () => void) => boolean;
  const broken = (text?: unknown) => {
    if (fault === 'unanswered' || typeof text !== 'string') socket.destroy();
    else write(text.slice(0, Math.ceil(text.length / 2)), () => socket.destroy());
    return response;
  };
  Object.assign(response, { write: broken, end: broken });
}

const ENTRY = 'store-page';

async function bundle(): Promise<string> {
  const built = await build({
    root: WEB,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: ENTRY,
        resolveId: (id) => (id === ENTRY ? path.join(WEB, ENTRY) : undefined),
        load: (id) => (id === path.join(WEB, ENTRY) ? SCRIPT : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: ENTRY, output: { codeSplitting: false } },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((one) => one.type === 'chunk');
  if (!script) throw new Error('the page of the local store has no script');
  return script.code;
}

let bundled: Promise<string> | undefined;
/** The script of the page, one file for all tests of a worker: a page with a hundred modules would load far longer. */
function scriptOfPage(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

/** The token of a request is the id of its user. */
export async function startSyncServer(): Promise<SyncServer> {
  const tools = {
    step: async () => undefined,
    flaws: new Set<never>(),
    now: () => new Date().toISOString(),
    trouble: () => undefined,
  };
  const store = new MemoryServer(tools, seeded(emptyState(madeId(9, 1)), 1));
  const listeners = new Set<ServerResponse>();
  const uploads = new Map<string, { size: number; received: number }>();
  const state = {
    cut: false,
    fault: (_call: string): ConnectionFault | undefined => undefined,
    calls: [] as string[],
    halves: 'one' as string | null,
  };
  const http: Server = createServer();
  const script = await scriptOfPage();
  const announce = (projectId: string) => {
    const head = store.state.sites.get(projectId)?.head ?? 0;
    for (const listener of listeners) listener.write(`data: ${JSON.stringify({ projectId, head })}\n\n`);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL, fault?: ConnectionFault) => {
    const userId = String(request.headers.authorization ?? '').replace('Bearer ', '');
    const caller = { organisationId: madeId(8, 1), userId };
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/api/v2/encryptionKey') {
      if (state.halves === null) throw new AppError('device_revoked');
      const { fingerprint } = JSON.parse((await bodyOf(request)).toString()) as { fingerprint: string };
      const half = createHash('sha256').update(`${state.halves}|${userId}|${fingerprint}`);
      return json({ key: half.digest('base64') });
    }
    if (url.pathname.startsWith('/api/v2/sync/') && request.headers['user-encryption-key'] === undefined)
      throw new AppError('device_key_required');
    if (url.pathname === '/api/v2/sync/push') {
      const body = pushBody.parse(JSON.parse((await bodyOf(request)).toString()));
      const refusalOf = (error: unknown) => (error instanceof AppError ? error : undefined);
      const report = (error: unknown) => console.error(error);
      return json(await applyPush(store, caller, body, { refusalOf, report, announce }));
    }
    if (url.pathname === '/api/v2/sync/pull')
      return json(await readPull(store, caller, pullQuery.parse(Object.fromEntries(url.searchParams))));
    if (url.pathname === '/api/v2/sync/live') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return;
    }
    if (request.method === 'POST') {
      const { id = '' } = metadata(request.headers['upload-metadata']);
      uploads.set(id, { size: Number(request.headers['upload-length']), received: 0 });
      return response.writeHead(201, { 'tus-resumable': '1.0.0', 'upload-offset': '0' }).end();
    }
    const upload = uploads.get(url.pathname.split('/').at(-1) ?? '');
    if (!upload) return response.writeHead(404).end();
    if (fault === 'half sent') {
      const { done, value } = await request[Symbol.asyncIterator]().next();
      upload.received += done ? 0 : Math.floor((value as Buffer).length / 2);
      return request.socket.destroy();
    }
    upload.received += (await bodyOf(request)).length;
    if (upload.received >= upload.size)
      store.change((old) => ({ ...old, blobs: new Set([...old.blobs, url.pathname.split('/').at(-1) ?? '']) }));
    return response.writeHead(204, { 'tus-resumable': '1.0.0', 'upload-offset': String(upload.received) }).end();
  };
  http.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (url.pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    if (url.pathname === '/store.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    if (!url.pathname.startsWith('/api/')) return response.writeHead(404).end();
    state.calls.push(url.pathname);
    const call = `${request.method} ${url.pathname.replace(/[0-9a-f-]{36}$/u, ':id')}`;
    const fault = state.fault(call);
    if (state.cut || fault === 'unheard') return request.socket.destroy();
    if (fault === 'half sent' && request.method !== 'PATCH') return request.socket.destroy();
    if (fault === 'portal') return response.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL);
    breakReply(request, response, fault);
    answer(request, response, url, fault).catch((error: unknown) => {
      const refusal = error instanceof AppError ? error : new AppError('internal');
      if (refusal.code === 'internal') console.error(error);
      response.writeHead(refusal.status, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: refusal.code, status: refusal.status }));
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    store,
    calls: state.calls,
    get cut() {
      return state.cut;
    },
    set cut(value: boolean) {
      state.cut = value;
      if (value) http.closeAllConnections();
    },
    get fault() {
      return state.fault;
    },
    set fault(value) {
      state.fault = value;
    },
    get halves() {
      return state.halves;
    },
    set halves(value: string | null) {
      state.halves = value;
    },
    announce,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
