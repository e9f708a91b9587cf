// A proxy in front of an installation that breaks requests where a test wants it to.
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ConnectionFault } from '@plumbline/testkit/simulator/browser-server';

export type BreakingProxy = {
  origin: string;
  /** Decides for each request, as `GET /m/:id`, how it fails. */
  fault: (call: string) => ConnectionFault | undefined;
  /** Cuts the connection, including replies in progress, until `fault` is set again. */
  cut(): void;
  close(): Promise<void>;
};

/** The path without the ids in it; that of a whole file with its id. */
function kindOf({ method, url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  return `${method} ${path.endsWith('/original') ? path : path.replaceAll(/\/[\w-]{20,}/gu, '/:id')}`;
}

/** Passes the request on; `half answered` breaks off in the middle of the reply. */
function pass(
  target: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: ConnectionFault | undefined,
): void {
  const { method, url = '/', headers } = asked;
  const sent = request(new URL(url, target), { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 500, reply.headers);
    if (fault !== 'half answered') {
      reply.pipe(answer);
      return;
    }
    reply.once('data', (part: Buffer) => {
      answer.write(part.subarray(0, Math.ceil(part.length / 2)), () => asked.socket.destroy());
      reply.destroy();
    });
  });
  sent.on('error', () => asked.socket.destroy());
  asked.on('close', () => asked.complete || sent.destroy());
  answer.on('close', () => sent.destroy());
  asked.pipe(sent);
}

/** A new private key and its certificate, which nobody has signed. */
function ownCertificate(): string {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-'];
  const about = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-out', '-'];
  return execFileSync('openssl', ['req', '-x509', ...key, ...about], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
}

export async function startBreakingProxy(target: string, { isSecure = false } = {}): Promise<BreakingProxy> {
  const proxy = { origin: '', fault: (_call: string): ConnectionFault | undefined => undefined };
  const onRequest = (asked: IncomingMessage, answer: ServerResponse) => {
    const fault = proxy.fault(kindOf(asked));
    if (fault === 'unheard') asked.socket.destroy();
    else if (fault === 'portal') answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>Guest network');
    else pass(target, asked, answer, fault);
  };
  const certificate = isSecure ? ownCertificate() : '';
  const server = isSecure
    ? createSecureServer({ key: certificate, cert: certificate }, onRequest)
    : createServer(onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxy.origin = isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  return Object.assign(proxy, {
    cut() {
      proxy.fault = () => 'unheard';
      server.closeAllConnections();
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
