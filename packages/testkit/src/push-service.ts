// A browser and its push service: receives what a server sends, verifies the signature and decrypts it as the browser
// would (RFC 8291, RFC 8292), independently of the library that encrypted it.
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

const hmac = (key: Buffer, ...parts: Buffer[]): Buffer =>
  createHmac('sha256', key).update(Buffer.concat(parts)).digest();
const one = Buffer.from([1]);
const info = (text: string) => Buffer.from(`${text}\0`);

/** A push subscription as a browser reports it. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };
export type Pushed = { endpoint: string; headers: IncomingHttpHeaders; body: Buffer; text: string };

type Browser = { keys: ReturnType<typeof createECDH>; auth: Buffer; answer: number };

function read({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  if (sealed.length > size) throw new Error('a message of more than one record');
  const shared = keys.computeSecret(sender);
  const both = Buffer.concat([info('WebPush: info'), keys.getPublicKey(), sender]);
  const secret = hmac(hmac(auth, shared), both, one);
  const key = hmac(salt, secret);
  const content = hmac(key, info('Content-Encoding: aes128gcm'), one).subarray(0, 16);
  const nonce = hmac(key, info('Content-Encoding: nonce'), one).subarray(0, 12);
  const open = createDecipheriv('aes-128-gcm', content, nonce);
  open.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

/**
 * Throws unless `authorization` is signed by the key it contains, for this service. Returns that key and its claims.
 */
export function checkVapid(authorization: string, audience: string): { key: string; sub: string; exp: number } {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/u.exec(authorization);
  const [, head = '', claims = '', signature = '', key = ''] = found ?? [];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('not signed by its key');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number };
  if (said.aud !== audience) throw new Error(`signed for ${said.aud}`);
  return { key, sub: said.sub, exp: said.exp };
}

export type PushService = {
  origin: string;
  /** Messages received and decrypted, oldest first. */
  pushed: Pushed[];
  /** Creates a browser with an endpoint at this service. */
  subscribe(): Subscription;
  /** Sets the status an endpoint responds with from now on: 410 if its browser is gone. */
  answer(endpoint: string, status: number): void;
  /** Resolves with the next message. */
  next(): Promise<Pushed>;
  close(): Promise<void>;
};

export async function startPushService(port = 0): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const pushed: Pushed[] = [];
  let waiting: ((one: Pushed) => void)[] = [];
  const server = createServer((request, reply) => {
    const endpoint = `${origin}${request.url}`;
    const browser = browsers.get(endpoint);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!browser) return reply.writeHead(404).end();
      if (browser.answer >= 400) return reply.writeHead(browser.answer).end();
      const body = Buffer.concat(chunks);
      const came = { endpoint, headers: request.headers, body, text: read(browser, body) };
      pushed.push(came);
      const heard = waiting;
      waiting = [];
      for (const tell of heard) tell(came);
      return reply.writeHead(browser.answer).end();
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    pushed,
    subscribe() {
      const endpoint = `${origin}/push/${randomUUID()}`;
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      browsers.set(endpoint, { keys, auth, answer: 201 });
      return { endpoint, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') };
    },
    answer(endpoint, status) {
      const browser = browsers.get(endpoint);
      if (browser) browser.answer = status;
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
