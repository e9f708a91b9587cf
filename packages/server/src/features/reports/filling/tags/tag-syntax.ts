// The syntax of one placeholder: `{name}`, `{#list}`, `{#any list}`, `{#not list}`, `{/list}`, each with settings in
// brackets if it takes some: `{photo [width: 80, height: 60]}`. Names are looked up, never evaluated.

export type TagOptions = Readonly<Record<string, string | number>>;

export type TagText = {
  kind: 'value' | 'open' | 'close';
  /** Without markers and settings; empty in `{/}`, which closes the list opened last. */
  name: string;
  /** For a start: repeat for each item, or keep once if there are any, or if there are none. */
  mode: 'each' | 'any' | 'not';
  options: TagOptions;
};

const TAG = /^\{\s*([#/]?)\s*([^{}[\]]*?)\s*(?:\[([^{}[\]]*)\])?\s*\}$/u;
const SETTING = /^\s*([a-zA-Z]{1,20})\s*:\s*(?:(\d{1,4}(?:\.\d{1,2})?)|["“”'‘’]([^"“”'‘’]{0,100})["“”'‘’])\s*$/u;

/** Undefined if the text between the braces matches none of the forms. */
export function readTag(raw: string): TagText | undefined {
  const found = TAG.exec(raw);
  if (!found) return undefined;
  const kind = found[1] === '#' ? 'open' : found[1] === '/' ? 'close' : 'value';
  const options = readOptions(found[3]);
  const written = (found[2] ?? '').trim();
  if (!options || (written === '' && kind !== 'close')) return undefined;
  const requested = kind === 'value' ? null : /^(any|not)\s+(.+)$/u.exec(written);
  const mode = requested?.[1] === 'any' || requested?.[1] === 'not' ? requested[1] : 'each';
  return { kind, name: requested?.[2] ?? written, mode, options };
}

function readOptions(text: string | undefined): TagOptions | undefined {
  const options: Record<string, string | number> = {};
  if (text === undefined) return options;
  // Only quoted values contain commas.
  for (const part of splitOutsideQuotes(text)) {
    const found = SETTING.exec(part);
    if (!found?.[1] || Object.hasOwn(options, found[1])) return undefined;
    options[found[1]] = found[2] === undefined ? (found[3] ?? '') : Number(found[2]);
  }
  return options;
}

function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  let quoted = false;
  for (const char of text) {
    if (/["“”'‘’]/u.test(char)) quoted = !quoted;
    if (char === ',' && !quoted) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  parts.push(part);
  return parts;
}
