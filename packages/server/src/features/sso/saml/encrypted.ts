// Decrypts an assertion with our own key, so that its shape can be checked before any signature in it is trusted. Only
// one key, and only algorithms still considered secure; RSA with the old PKCS #1 v1.5 padding is not among them.
import { constants, createDecipheriv, createPrivateKey, privateDecrypt } from 'node:crypto';
import { SignOnRejected } from '../rejected-response.ts';
import { ENCRYPTION, SIGNATURE } from './names.ts';
import { childrenOf, textOf, walk, type XmlNode } from './plain-xml.ts';
import { only } from './signed-parts.ts';

const NEWER = 'http://www.w3.org/2009/xmlenc11#';
export const KEY_TRANSPORT = `${ENCRYPTION}rsa-oaep-mgf1p`;

type Cipher = { name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc'; iv: number; tag: number };
/** By algorithm URI; the first is preferred. */
export const CIPHERS: ReadonlyMap<string, Cipher> = new Map([
  [`${NEWER}aes256-gcm`, { name: 'aes-256-gcm', iv: 12, tag: 16 }],
  [`${NEWER}aes128-gcm`, { name: 'aes-128-gcm', iv: 12, tag: 16 }],
  [`${ENCRYPTION}aes256-cbc`, { name: 'aes-256-cbc', iv: 16, tag: 0 }],
  [`${ENCRYPTION}aes128-cbc`, { name: 'aes-128-cbc', iv: 16, tag: 0 }],
]);
const SHA1 = `${SIGNATURE}sha1`;

const methodOf = (node: XmlNode): XmlNode => only(node, ENCRYPTION, 'EncryptionMethod');
const refuseAlgorithm = (algorithm: string): never => {
  throw new SignOnRejected('algorithm', algorithm.slice(0, 200));
};

function cipherValue(node: XmlNode): Buffer {
  const text = textOf(only(only(node, ENCRYPTION, 'CipherData'), ENCRYPTION, 'CipherValue')) ?? '';
  return Buffer.from(text, 'base64');
}

/** The one key of a message: next to its data or within their key info. */
function encryptedKey(assertion: XmlNode): XmlNode {
  const [key, second] = [...walk(assertion)].filter((node) => node.name === 'EncryptedKey');
  if (!key || second || key.space !== ENCRYPTION)
    throw new SignOnRejected('shape', 'it is not encrypted for exactly one recipient');
  const method = methodOf(key);
  const algorithm = method.attributes.get('Algorithm') ?? '';
  if (algorithm !== KEY_TRANSPORT) refuseAlgorithm(algorithm);
  for (const digest of childrenOf(method, SIGNATURE, 'DigestMethod')) {
    if (digest.attributes.get('Algorithm') !== SHA1) refuseAlgorithm(digest.attributes.get('Algorithm') ?? '');
  }
  return key;
}

/** The bytes of the encrypted assertion. Throws `SignOnRejected`; why decryption failed is never disclosed. */
export function opened(assertion: XmlNode, ownKey: Buffer): Buffer {
  const [data, second] = [...walk(assertion)].filter((node) => node.name === 'EncryptedData');
  if (!data || second || data.parent !== assertion || data.space !== ENCRYPTION) {
    throw new SignOnRejected('shape', 'it does not hold exactly one encrypted assertion');
  }
  const algorithm = methodOf(data).attributes.get('Algorithm') ?? '';
  const cipher = CIPHERS.get(algorithm) ?? refuseAlgorithm(algorithm);
  const sealedKey = cipherValue(encryptedKey(assertion));
  const sealed = cipherValue(data);
  try {
    const key = createPrivateKey({ key: ownKey, format: 'der', type: 'pkcs8' });
    const secret = privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, sealedKey);
    return decipher(cipher, secret, sealed);
  } catch {
    throw new SignOnRejected('signature', 'it is not encrypted with the key of our metadata');
  }
}

function decipher({ name, iv, tag }: Cipher, secret: Buffer, sealed: Buffer): Buffer {
  const [nonce, body, seal] = [sealed.subarray(0, iv), sealed.subarray(iv, sealed.length - tag), sealed.subarray(-tag)];
  if (name === 'aes-128-gcm' || name === 'aes-256-gcm') {
    const reader = createDecipheriv(name, secret, nonce, { authTagLength: tag });
    reader.setAuthTag(seal);
    return Buffer.concat([reader.update(body), reader.final()]);
  }
  const reader = createDecipheriv(name, secret, nonce).setAutoPadding(false);
  const padded = Buffer.concat([reader.update(body), reader.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > iv) throw new TypeError('no padding');
  return padded.subarray(0, padded.length - padding);
}
