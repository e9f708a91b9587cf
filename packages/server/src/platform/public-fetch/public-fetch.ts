// Requests to URLs that users entered: https on the public Internet only, checked at connection time, so that a name
// cannot resolve to an internal address afterwards (DNS rebinding). No redirects; limited in time and size.
import { lookup as systemLookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv4');
}

// Only global unicast IPv6 addresses are public, except the ranges that embed IPv4 addresses or are for documentation.
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
const CARRIERS = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  CARRIERS.addSubnet(network, bits, 'ipv6');
}

/**
 * Whether an IP address is public; false for anything that is not an IP address. Internal addresses are called only if
 * the operator allows it.
 */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !INSIDE.check(address, 'ipv4');
  if (kind !== 6 || address.includes('%')) return false;
  return GLOBAL.check(address, 'ipv6') && !CARRIERS.check(address, 'ipv6');
}

export class AddressRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AddressRefused';
  }
}

/** No usable response: too late, too long, or none at all. */
export class NoResponse extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoAnswer';
  }
}

export type PublicRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
};

export type PublicFetch = (url: string, request?: PublicRequest) => Promise<Response>;

type Options = {
  /** Internal names and addresses that may be called nevertheless, also without TLS. */
  insideHosts: readonly string[];
  timeout?: number;
  maxBytes?: number;
  lookup?: LookupFunction;
};

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/gu, '').toLowerCase();

/** Resolves a name and rejects internal addresses; the connection then uses exactly the addresses that were checked. */
function outsideOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const all = Array.isArray(found) ? found : [];
      if (all.length === 0 || !all.every(({ address }) => isPublicAddress(address))) {
        return callback(new AddressRefused(`${hostname} is not on the public Internet`), '', 0);
      }
      const [first] = all;
      if (options.all) callback(null, all);
      else callback(null, first?.address ?? '', first?.family ?? 0);
    });
  };
}

export function createPublicFetch({
  insideHosts,
  timeout = 10_000,
  maxBytes = 1_048_576,
  lookup = systemLookup as LookupFunction,
}: Options): PublicFetch {
  const inside = new Set(insideHosts.map((insideHost) => insideHost.toLowerCase()));

  function judged(text: string): { url: URL; within: boolean } {
    if (!URL.canParse(text)) throw new AddressRefused('this is not a URL');
    const url = new URL(text);
    const host = bare(url.hostname);
    const within = inside.has(host) || inside.has(url.host.toLowerCase());
    if (url.protocol !== 'https:' && !(within && url.protocol === 'http:'))
      throw new AddressRefused('only https is allowed');
    if (url.username !== '' || url.password !== '') throw new AddressRefused('the address names a user');
    // Literal addresses are never looked up.
    if (!within && isIP(host) !== 0 && !isPublicAddress(host)) {
      throw new AddressRefused(`${host} is not on the public Internet`);
    }
    return { url, within };
  }

  return async (text, { method = 'GET', headers = {}, body, signal } = {}) => {
    const { url, within } = judged(text);
    const ends = AbortSignal.timeout(timeout);
    const all = signal ? AbortSignal.any([signal, ends]) : ends;
    return new Promise<Response>((resolve, reject) => {
      const fail = (error: unknown) =>
        reject(
          error instanceof AddressRefused || error instanceof NoResponse
            ? error
            : new NoResponse(ends.aborted ? 'it did not answer in time' : 'it did not answer', { cause: error }),
        );
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = send(url, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        lookup: within ? lookup : outsideOnly(lookup),
        agent: false,
        signal: all,
        maxHeaderSize: 32_768,
      });
      request.on('error', fail);
      request.on('response', (answer) => {
        const pieces: Buffer[] = [];
        let length = 0;
        answer.on('data', (piece: Buffer) => {
          length += piece.length;
          if (length > maxBytes) {
            fail(new NoResponse(`it answered more than ${maxBytes} bytes`));
            request.destroy();
            return;
          }
          pieces.push(piece);
        });
        answer.on('error', fail);
        answer.on('end', () => {
          const { statusCode = 500 } = answer;
          const given = new Headers();
          for (const [name, value] of Object.entries(answer.headers)) {
            for (const text of [value ?? []].flat()) given.append(name, text);
          }
          // A redirect is returned like any other response; it is up to the caller, and never followed here.
          const bodyless = statusCode === 204 || statusCode === 304;
          resolve(
            new Response(bodyless ? null : Buffer.concat(pieces), {
              status: Math.max(200, statusCode),
              headers: given,
            }),
          );
        });
      });
      request.end(body);
    });
  };
}
