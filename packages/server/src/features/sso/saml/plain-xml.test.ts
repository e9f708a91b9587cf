import { describe, expect, it } from 'vitest';
import { childrenOf, readXml, textOf } from './plain-xml.ts';

const read = (text: string) => readXml(Buffer.from(text));
const prefixes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ` xmlns:n${from + at}="urn:${at}"`).join('');

describe('XML of identity providers', () => {
  it('is read with references and prefixes', () => {
    const root = read(`<a${prefixes(50)}><n7:b>1 &lt; 2 &#x41;</n7:b></a>`);
    expect(childrenOf(root, 'urn:7', 'b').map(textOf)).toEqual(['1 < 2 A']);
  });

  it.each([
    ['an entity', '<a>&b;</a>', 'it names an entity'],
    ['a million unfinished references', `<a>${'&'.repeat(1_000_000)}</a>`, 'it names an entity'],
    ['many attributes', `<a${Array.from({ length: 101 }, (_, at) => ` b${at}="c"`).join('')}/>`, 'too many attributes'],
    [
      'many prefixes on nested elements, which each element would copy',
      `<a${prefixes(60)}><b${prefixes(60, 60)}>${'<c/>'.repeat(1_000)}</b></a>`,
      'too many prefixes',
    ],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'more than elements'],
  ])('is refused with %s', (_what, text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
});
