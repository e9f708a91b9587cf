// Authenticator app codes with the parameters that all apps support: SHA-1, six digits, 30-second periods.
import { randomBytes } from 'node:crypto';
import { generateURI, ScureBase32Plugin, verifySync } from 'otplib';

const PERIOD_S = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const encoder = new ScureBase32Plugin();

export const newOtpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 without padding: the format in which apps accept a typed secret. */
export const base32 = (bytes: Buffer): string => encoder.encode(bytes);

/** The URI in the QR code; apps show the issuer and account. */
export const otpUri = (secret: Buffer, account: string, issuer: string): string =>
  generateURI({ issuer, label: account, secret: base32(secret) });

/** The period this code belongs to: the current one, or an adjacent one to allow for clocks half a minute off. */
export function periodOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  // Recovery codes are tried here too; otplib throws for anything but six digits.
  if (!/^\d{6}$/u.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_S });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
