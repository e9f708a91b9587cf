// Asks a time-stamping authority (RFC 3161) to confirm that data with a hash existed.
import { randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { postLimited, ServiceError } from '../fetch-limited.ts';

const LIMITS = { timeout: 20_000, maxBytes: 262_144 };
const SHA256 = '2.16.840.1.101.3.4.2.1';
/** "Granted", and "granted with modifications". */
const MAX_GRANTED = 1;

/** A positive number in as few bytes as DER asks for. */
function newNonce(): Integer {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: new Uint8Array(bytes).buffer });
}

function requestFor(sha256: Uint8Array, nonce: Integer): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: new Uint8Array(sha256).buffer }),
  });
  // With its certificates, so that the stamp can be verified without the authority.
  const request = new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true });
  return new Uint8Array(request.toSchema().toBER());
}

function requireStampOf(answer: Buffer, sha256: Uint8Array, nonce: Integer): void {
  const response = TimeStampResp.fromBER(new Uint8Array(answer));
  if (response.status.status > MAX_GRANTED || !response.timeStampToken)
    throw new ServiceError(`refused with status ${response.status.status}`);
  const signed = new SignedData({ schema: response.timeStampToken.content });
  const content = signed.encapContentInfo.eContent;
  if (!content) throw new ServiceError('answered without a stamp');
  const { messageImprint, nonce: returned } = TSTInfo.fromBER(content.getValue());
  const isOurs = Buffer.from(messageImprint.hashedMessage.getValue()).equals(sha256) && returned?.isEqual(nonce);
  if (!isOurs) throw new ServiceError('answered with a stamp of something else');
}

/**
 * The unchanged response of the authority, in DER. Its signature is not checked here: that is for those who rely on it.
 * Throws `ServiceError`.
 */
export async function requestTimeStamp(url: string, sha256: Uint8Array, signal?: AbortSignal): Promise<Buffer> {
  const nonce = newNonce();
  const types = { accept: 'application/timestamp-reply', 'content-type': 'application/timestamp-query' };
  const answer = await postLimited(url, requestFor(sha256, nonce), types, { ...LIMITS, signal });
  try {
    requireStampOf(answer, sha256, nonce);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('answered in a form that is not known', undefined, { cause: error });
  }
  return answer;
}
