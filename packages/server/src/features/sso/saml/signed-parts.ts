// Checks the shape of a message before any signature is trusted: each signature belongs to its parent element, ids are
// unique, and only known algorithms occur. Signature wrapping, duplicates and hidden elements are refused here,
// whatever a library would make of them.
import { SignOnRejected } from '../rejected-response.ts';
import { SIGNATURE } from './names.ts';
import { childrenOf, elementsOf, walk, type XmlNode } from './plain-xml.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENCODINGS = 'http://www.w3.org/2001/04/xmlenc#';

const CANONICAL = new Set([EXCLUSIVE, `${EXCLUSIVE}WithComments`]);
const SIGNATURES = new Set([`${MORE}rsa-sha256`, `${MORE}rsa-sha384`, `${MORE}rsa-sha512`]);
const DIGESTS = new Set([`${ENCODINGS}sha256`, `${MORE}sha384`, `${ENCODINGS}sha512`]);
const TRANSFORMS = new Set([`${SIGNATURE}enveloped-signature`, ...CANONICAL]);

export const SIGNATURE_METHODS: ReadonlyMap<string, string> = new Map([
  [`${MORE}rsa-sha256`, 'sha256'],
  [`${MORE}rsa-sha384`, 'sha384'],
  [`${MORE}rsa-sha512`, 'sha512'],
]);

/** The only child of that name. */
export function only(node: XmlNode, space: string, name: string): XmlNode {
  const [found, second] = childrenOf(node, space, name);
  if (!found || second) throw new SignOnRejected('shape', `${node.name} has no single ${name}`);
  return found;
}

function requireAlgorithm(node: XmlNode, known: ReadonlySet<string>): void {
  const algorithm = node.attributes.get('Algorithm') ?? '';
  if (!known.has(algorithm)) throw new SignOnRejected('algorithm', algorithm.slice(0, 200));
}

function requireOwnSignature(signature: XmlNode, owner: XmlNode): void {
  const info = only(signature, SIGNATURE, 'SignedInfo');
  only(signature, SIGNATURE, 'SignatureValue');
  const reference = only(info, SIGNATURE, 'Reference');
  if (childrenOf(signature, SIGNATURE, 'Object').length > 0)
    throw new SignOnRejected('shape', 'a signature contains an object');
  requireAlgorithm(only(info, SIGNATURE, 'CanonicalizationMethod'), CANONICAL);
  requireAlgorithm(only(info, SIGNATURE, 'SignatureMethod'), SIGNATURES);
  requireAlgorithm(only(reference, SIGNATURE, 'DigestMethod'), DIGESTS);
  only(reference, SIGNATURE, 'DigestValue');
  const transforms = elementsOf(only(reference, SIGNATURE, 'Transforms'));
  for (const transform of transforms) requireAlgorithm(transform, TRANSFORMS);
  const id = owner.attributes.get('ID') ?? '';
  if (id === '' || reference.attributes.get('URI') !== `#${id}`) {
    throw new SignOnRejected('shape', 'a signature belongs to another element');
  }
}

/** Which of the elements that may be signed are signed; everything else about signatures must be in order. */
export function signedAmong(root: XmlNode, owners: readonly XmlNode[]): Set<XmlNode> {
  const ids = new Set<string>();
  const signed = new Set<XmlNode>();
  for (const node of walk(root)) {
    for (const [name, value] of node.attributes) {
      if (!/^(?:\{.*\})?id$/iu.test(name)) continue;
      if (ids.has(value)) throw new SignOnRejected('shape', 'an id names two elements');
      ids.add(value);
    }
    if (node.space !== SIGNATURE || node.name !== 'Signature') continue;
    const owner = node.parent;
    if (!owner || !owners.includes(owner) || signed.has(owner))
      throw new SignOnRejected('shape', 'a signature is in an unexpected place');
    requireOwnSignature(node, owner);
    signed.add(owner);
  }
  return signed;
}
