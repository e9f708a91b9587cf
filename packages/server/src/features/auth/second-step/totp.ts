// Authenticator app codes: RFC 6238 with the parameters all apps support: SHA-1, six digits, 30-second periods.
import { createHmac, randomBytes } from 'node:crypto';
import { sameBytes } from '../../../http/security/instance-key.ts';

const PERIOD_MS = 30_000;
const DIGITS = 6;
/** 160 bits, as the RFC recommends. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newOtpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 without padding: the format in which apps accept a typed secret. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/gu) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The URI in the QR code; apps show the issuer and account. */
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

/** The period this code belongs to: the current one, or an adjacent one to allow for clocks half a minute off. */
export function periodOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const present = periodOf(now);
  // Always compares all three, so that timing does not reveal which one matched.
  const found = [present, present - 1, present + 1].filter((period) =>
    sameBytes(Buffer.from(codeAt(secret, period)), Buffer.from(code)),
  );
  return found[0];
}
