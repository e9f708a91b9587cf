// A passkey in software: an ES256 key that answers as an authenticator would, without attestation.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');

/** CBOR of a string of bytes of 24 to 65,535, in the shortest form. */
const cborBytes = (bytes: Buffer): Buffer => {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
};
const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** The key in the form of COSE: kty 2, alg -7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

export type PasskeyDevice = ReturnType<typeof passkeyDevice>;

export function passkeyDevice({ origin = 'http://localhost:8420', rpId = 'localhost', verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string, at = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const flags = (more = 0) => Buffer.from([PRESENT | (verifies ? VERIFIED : 0) | more]);
  const counted = (): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    return bytes;
  };
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };
  return {
    id: credential.id,
    /** The answer to the options for a new passkey. */
    create({ challenge }: { challenge: string }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        ...[sha256(rpId), flags(HAS_KEY), counted(), Buffer.alloc(16), length, id],
        coseKey(publicKey),
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(data)],
      ]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return { ...credential, response };
    },
    /** The answer to the options for signing in. */
    get({ challenge }: { challenge: string }, { at = origin, count = true } = {}) {
      if (count) counter += 1;
      const data = Buffer.concat([sha256(rpId), flags(), counted()]);
      const client = clientData('webauthn.get', challenge, at);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return { ...credential, response };
    },
  };
}
