// Codes of authenticator apps: RFC 6238 as all of them speak it: SHA-1, six digits, periods of thirty seconds.
import { createHmac, randomBytes } from 'node:crypto';
import { sameBytes } from '../../../http/security/instance-key.ts';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/** 160 bits, as the RFC asks for. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newOtpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 without padding: how apps take a secret that is typed in. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/gu) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address a QR code holds; issuer and account are what the app shows. */
export function otpUri(secret: Buffer, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const period = PERIOD_MS / 1_000;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${period}`;
}

const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS);

function codeAt(secret: Buffer, period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The period whose code this is: the present one, or a neighbour for clocks that are half a minute off. */
export function periodOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const present = periodOf(now);
  // All three are compared, whichever it is.
  const found = [present, present - 1, present + 1].filter((period) =>
    sameBytes(Buffer.from(codeAt(secret, period)), Buffer.from(code)),
  );
  return found[0];
}
