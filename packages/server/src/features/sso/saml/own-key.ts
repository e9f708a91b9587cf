// Our own key for signing requests, with a self-signed certificate: other sides require one and trust it through our
// metadata.
import { createSign, generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const YEARS = 10;
const SHA256_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
/** The object identifier of commonName: 2.5.4.3. */
const COMMON_NAME = Buffer.from('0603550403', 'hex');

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 128) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length =
    content.length < 256 ? Buffer.of(0x81, content.length) : Buffer.of(0x82, content.length >> 8, content.length & 255);
  return Buffer.concat([Buffer.of(tag), length, content]);
}

/** GeneralizedTime reaches beyond 2049, UTCTime does not; up to 2049 DER requires UTCTime. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/gu, '').slice(0, 14);
  return at.getUTCFullYear() < 2_050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** Creates a 3072-bit key and a certificate valid for ten years. */
export async function createOwnKey(commonName: string, now: Date): Promise<{ key: Buffer; certificate: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3_072 });
  const name = der(0x30, der(0x31, der(0x30, COMMON_NAME, der(0x0c, Buffer.from(commonName.slice(0, 64))))));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  const serial = Buffer.concat([Buffer.of(0x01), randomBytes(15)]);
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, serial),
    SHA256_RSA,
    name,
    der(0x30, time(now), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const certificate = der(0x30, body, SHA256_RSA, der(0x03, Buffer.of(0), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'der' }),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
