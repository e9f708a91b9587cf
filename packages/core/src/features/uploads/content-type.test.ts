// File types are determined by content, whatever the name.
import { expect, it } from 'vitest';
import { contentType, trueType } from './content-type.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const ftyp = (brand: string, more = '') => bytes(`\0\0\0\u0020ftyp${brand}\0\0\0\0${more}`);
const JPEG = bytes('\u00ff\u00d8\u00ff\u00e1');
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

it.each([
  [JPEG, 'image/jpeg'],
  [bytes('\u0089PNG\r\n\u001a\n'), 'image/png'],
  [bytes('RIFF\u0001\u0002\u0003\u0004WEBPVP8 '), 'image/webp'],
  [bytes('RIFF\u0001\u0002\u0003\u0004WAVEfmt '), 'audio/wav'],
  [ftyp('heic'), 'image/heic'],
  [ftyp('mif1', 'mif1heic'), 'image/heic'],
  [ftyp('mif1', 'mif1avif'), 'image/avif'],
  [ftyp('isom'), 'video/mp4'],
  [ftyp('qt  '), 'video/quicktime'],
  [ftyp('M4A '), 'audio/mp4'],
  [bytes('\u001aE\u00df\u00a3'), 'video/webm'],
  [bytes('%PDF-1.7'), 'application/pdf'],
  [bytes('  <!DOCTYPE html><p>'), 'text/html'],
  [bytes('RIFF\u0001\u0002\u0003\u0004AVI LIST'), 'video/x-msvideo'],
  [bytes('FORM\0\0\0\u0001AIFFCOMM'), 'audio/aiff'],
  [bytes('#!AMR\n'), 'audio/amr'],
  [bytes('0&\u00b2u\u008ef\u00cf\u0011\u00a6\u00d9'), 'video/x-ms-wmv'],
  [bytes('\0\0\u0001\u00ba\u0044'), 'video/mpeg'],
  [bytes('hello'), undefined],
  [bytes(''), undefined],
])('reads %s', (head, mime) => expect(contentType(head)).toBe(mime));

it.each([
  // Renamed.
  ['image/png', JPEG, 'image/jpeg'],
  ['image/jpeg', ftyp('heic'), 'image/heic'],
  ['image/jpeg', bytes('<html>'), 'text/html'],
  ['image/jpeg', bytes('MZ\u0090'), 'application/octet-stream'],
  ['application/pdf', JPEG, 'image/jpeg'],
  ['', bytes('%PDF-1.4'), 'application/pdf'],
  // The declared type is more precise than the bytes.
  [DOCX, bytes('PK\u0003\u0004'), DOCX],
  ['audio/webm;codecs=opus', bytes('\u001aE\u00df\u00a3'), 'audio/webm'],
  ['audio/mp4', ftyp('isom'), 'audio/mp4'],
  ['video/avi', bytes('RIFF\u0001\u0002\u0003\u0004AVI LIST'), 'video/avi'],
  ['audio/x-ms-wma', bytes('0&\u00b2u\u008ef\u00cf\u0011\u00a6\u00d9'), 'audio/x-ms-wma'],
  // Too little to tell by itself.
  ['audio/mpeg', bytes('\u00ff\u00fb\u0090\u0064'), 'audio/mpeg'],
  ['audio/aac', bytes('\u00ff\u00f1\u0050\u0080'), 'audio/aac'],
  ['video/quicktime', bytes('\0\0\u000f\u00e1mdat'), 'video/quicktime'],
  ['video/mp2t', bytes('G@\0\u0010\0'), 'video/mp2t'],
  ['video/mp2t', bytes('\0\0\0\0G@\0\u0010\0'), 'video/mp2t'],
  ['text/plain', bytes('\u00ff\u00fea\0'), 'text/plain'],
  ['audio/mpeg', bytes('\u00ff\u00fea\0'), 'application/octet-stream'],
  ['video/mp2t', bytes('Get it free here'), 'application/octet-stream'],
  ['', bytes('\u00ff\u00fb\u0090\u0064'), 'application/octet-stream'],
  ['text/csv', bytes('a;b;c'), 'text/csv'],
  ['', bytes('a;b;c'), 'application/octet-stream'],
])('handles what is declared as %s', (said, head, mime) => expect(trueType(said, head)).toBe(mime));
