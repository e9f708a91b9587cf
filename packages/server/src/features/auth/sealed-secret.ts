// Encrypts small secrets that must be readable again, bound to one purpose and one owner: AES-256-GCM under the
// installation's key.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { instanceKey, type Purpose } from '../../http/security/instance-key.ts';

const VERSION = 1;
const IV = 12;
const TAG = 16;

const boundTo = (owner: string) => Buffer.from(`${VERSION}|${owner}`);

/** `owner`: bound to the ciphertext, so that a value copied to another owner's row cannot be decrypted. */
export function seal(secret: Buffer, purpose: Purpose, owner: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', instanceKey(secret, purpose), iv).setAAD(boundTo(owner));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), sealed]);
}

/** What `unseal` throws, as an operator reads it in the log and on the operator's page. */
export class SealedOtherwise extends Error {
  constructor(options: ErrorOptions) {
    super('Encrypted under another SECRET_KEY, or altered', options);
    this.name = 'SealedOtherwise';
  }
}

/** Throws `SealedOtherwise` for a value that was altered, or sealed for another owner or by another installation. */
export function unseal(secret: Buffer, purpose: Purpose, owner: string, sealed: Buffer): Buffer {
  const iv = sealed.subarray(1, 1 + IV);
  const open = createDecipheriv('aes-256-gcm', instanceKey(secret, purpose), iv, { authTagLength: TAG });
  open.setAAD(boundTo(owner)).setAuthTag(sealed.subarray(1 + IV, 1 + IV + TAG));
  try {
    return Buffer.concat([open.update(sealed.subarray(1 + IV + TAG)), open.final()]);
  } catch (error) {
    throw new SealedOtherwise({ cause: error });
  }
}
