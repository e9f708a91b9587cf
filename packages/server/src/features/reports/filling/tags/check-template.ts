// Reads a template as an author would like it read: every placeholder, where it stands, what is wrong with it and what was probably
// meant. Nothing is filled here, and the file has been refused already if it is not a plain Word file.
import type {
  TemplateCheck,
  TemplateProblem,
  TemplateProblemCode,
} from '@plumbline/core/features/reports/template-problem';
import { TemplateRefused } from '../package/refused.ts';
import { type FileType, type OfficePackage, openOfficePackage } from '../package/word-package.ts';
import { ancestor, childElements, type XmlElement } from '../package/xml-tree.ts';
import { type FoundTag, findTags } from './find-tags.ts';
import { listOf, optionsFit, type ScopeName, scopesWith, TAG_NAMES, type Tag, tagIn } from './grammar.ts';
import { nearest } from './suggest.ts';

/** Checks an uploaded template. Never throws for a bad file. */
export async function checkTemplate(file: Buffer): Promise<TemplateCheck> {
  try {
    const problems = checkPackage(await openOfficePackage(file));
    return { ok: problems.length === 0, problems };
  } catch (error) {
    if (!(error instanceof TemplateRefused)) throw error;
    const { reason, part } = error;
    const problem = { code: 'unreadable', tag: '', part, paragraph: 0, suggestion: null, reason } as const;
    return { ok: false, problems: [problem] };
  }
}

const MAX_PROBLEMS = 200;

/** The problems of an opened file. */
export function checkPackage(pack: OfficePackage): TemplateProblem[] {
  if (pack.type !== 'docx') {
    // Spreadsheets get their own finder and filler; the grammar already says which placeholders work in them.
    return [{ code: 'unsupported_in_file_type', tag: '', part: pack.main, paragraph: 0, suggestion: '.docx' }];
  }
  const problems: TemplateProblem[] = [];
  let found = 0;
  for (const part of pack.filled) {
    const checker = new PartChecker(part, pack.type);
    found += checker.check(treeOf(pack, part));
    problems.push(...checker.problems);
  }
  for (const part of pack.unfilled) problems.push(...misplacedIn(part, treeOf(pack, part)));
  if (found === 0 && problems.length === 0) {
    problems.push({ code: 'missing', tag: '{#pins}', part: pack.main, paragraph: 0, suggestion: '{#pins}…{/pins}' });
  }
  return problems.slice(0, MAX_PROBLEMS);
}

function treeOf(pack: OfficePackage, part: string): XmlElement {
  const tree = pack.trees.get(part);
  if (!tree) throw new TemplateRefused('damaged', part);
  return tree;
}

/** Notes and comments are not filled: a placeholder there would stay as it is. */
function misplacedIn(part: string, tree: XmlElement): TemplateProblem[] {
  return findTags(tree)
    .tags.filter((tag) => tag.text && scopesWith(tag.text.name).length > 0)
    .map(({ raw, paragraph }) => ({ code: 'wrong_position', tag: raw, part, paragraph, suggestion: null }));
}

type Opened = { found: FoundTag; name: string; scope: ScopeName | undefined };

class PartChecker {
  readonly problems: TemplateProblem[] = [];
  private readonly part: string;
  private readonly type: FileType;
  private readonly opened: Opened[] = [];

  constructor(part: string, type: FileType) {
    this.part = part;
    this.type = type;
  }

  /** How many placeholders there are. */
  check(tree: XmlElement): number {
    const { tags, loose } = findTags(tree);
    for (const tag of tags) {
      // Looking for what was meant takes a while; nobody reads more than these.
      if (this.problems.length >= MAX_PROBLEMS) return tags.length;
      if (!tag.text) this.add('unknown', tag, this.meant(tag.raw.replace(/[{}#/]/gu, '').split('[')[0] ?? ''));
      else if (!tag.whole) this.add('wrong_position', tag);
      else if (tag.text.kind === 'close') this.close(tag, tag.text.name);
      else this.open(tag);
    }
    for (const { found, name } of this.opened) this.add('missing', found, `{/${name}}`);
    for (const { raw, paragraph } of loose) {
      this.problems.push({
        code: 'missing',
        tag: raw,
        part: this.part,
        paragraph,
        suggestion: raw.startsWith('{') ? '}' : '{',
      });
    }
    return tags.length;
  }

  /** A value or the beginning of a list or condition. */
  private open(found: FoundTag): void {
    const { text } = found;
    if (!text) return;
    const section = text.kind === 'open';
    const looked = this.lookUp(text.name);
    const known = looked.tag ?? looked.elsewhere;
    if (known) this.judge(found, known, looked.tag === undefined ? text.name : undefined);
    else this.add('unknown', found, this.meant(text.name, section));
    if (!section) return;
    const scope = known?.gives === 'list' && text.mode === 'each' ? known.of : undefined;
    this.opened.push({ found, name: text.name, scope });
  }

  private judge(found: FoundTag, tag: Tag, outsideItsList: string | undefined): void {
    const { text, where } = found;
    if (!text) return;
    const section = text.kind === 'open';
    if (!tag.worksIn.includes(this.type)) this.add('unsupported_in_file_type', found);
    else if (outsideItsList !== undefined) {
      const list = listOf(scopesWith(outsideItsList)[0] ?? 'report');
      this.add('wrong_position', found, list === undefined ? null : `{#${list}}`);
    } else if (!section && tag.gives === 'list') this.add('wrong_position', found, `{#${text.name}}…{/${text.name}}`);
    else if (section && (where !== 'text' || !found.direct || ancestor(found.element, 'w:sdtContent'))) {
      this.add('wrong_position', found);
    } else if (!section && tag.gives === 'picture' && !canHoldPicture(found)) this.add('wrong_position', found);
    else if (!optionsFit(tag, text.options)) this.add('unknown', found, exampleOf(text.name, tag, section));
  }

  private close(found: FoundTag, name: string): void {
    const last = this.opened.at(-1);
    if (!last) {
      this.add('missing', found, name === '' ? null : `{#${name}}`);
      return;
    }
    if (name !== '' && name !== last.name) {
      // Closing an outer one: what stands between was never closed.
      const outer = this.opened.findLastIndex((one) => one.name === name);
      if (outer < 0) {
        this.add('missing', found, `{/${last.name}}`);
        this.opened.pop();
        return;
      }
      for (const open of this.opened.splice(outer + 1)) this.add('missing', open.found, `{/${open.name}}`);
    }
    const opening = this.opened.pop();
    if (opening) this.judgePair(opening.found, found);
  }

  /** Both ends of a list must have the same surroundings: two rows of one table, two paragraphs side by side, or one paragraph. */
  private judgePair(open: FoundTag, close: FoundTag): void {
    if (close.where !== 'text' || !close.direct || ancestor(close.element, 'w:sdtContent')) {
      this.add('wrong_position', close);
      return;
    }
    if (open.where !== 'text' || !open.direct || open.holder.parent === close.holder.parent) return;
    const from = ancestor(open.element, 'w:tc');
    const to = ancestor(close.element, 'w:tc');
    const table = from && ancestor(from, 'w:tbl');
    if (!from || !to || table !== ancestor(to, 'w:tbl')) {
      this.add('wrong_position', close, `{#${open.text?.name ?? ''}}…{/${open.text?.name ?? ''}}`);
    } else if (cellsOf(from.parent)[0] !== from) this.add('list_tag_not_in_first_cell', open);
  }

  private lookUp(name: string): { tag: Tag | undefined; elsewhere: Tag | undefined } {
    const scopes: ScopeName[] = ['report'];
    for (const { scope } of this.opened) if (scope) scopes.push(scope);
    for (const scope of scopes.reverse()) {
      const tag = tagIn(scope, name);
      if (tag) return { tag, elsewhere: undefined };
    }
    const first = scopesWith(name)[0];
    return { tag: undefined, elsewhere: first && tagIn(first, name) };
  }

  private meant(written: string, section = false): string | null {
    const name = nearest(written, TAG_NAMES);
    if (name === undefined) return null;
    const list = scopesWith(name).some((scope) => tagIn(scope, name)?.gives === 'list');
    return section || list ? `{#${name}}` : `{${name}}`;
  }

  private add(code: TemplateProblemCode, { raw, paragraph }: FoundTag, suggestion: string | null = null): void {
    this.problems.push({ code, tag: raw, part: this.part, paragraph, suggestion });
  }
}

function cellsOf(row: XmlElement | undefined): XmlElement[] {
  return row ? childElements(row).filter((cell) => cell.name === 'w:tc') : [];
}

/** A picture takes the place of its placeholder in a line of text, or of the picture whose alternative text it is. */
function canHoldPicture(found: FoundTag): boolean {
  if (found.where === 'text') return true;
  if (found.where === 'drawing-text') return false;
  const drawing = ancestor(found.element, 'w:drawing');
  const names = ['a:graphic', 'a:graphicData', 'pic:pic'];
  let at: XmlElement | undefined = drawing && childElements(drawing)[0];
  for (const name of names) at = at && childElements(at).find((child) => child.name === name);
  return at !== undefined;
}

const EXAMPLES: Record<string, string> = {
  mm: '80',
  columns: '2',
  'date-format': '"long"',
  title: '"…"',
};

/** How the placeholder is written with the settings it takes. */
function exampleOf(name: string, tag: Tag, section: boolean): string {
  const settings = Object.entries(tag.options ?? {}).map(([key, kind]) => `${key}: ${EXAMPLES[kind] ?? ''}`);
  return `{${section ? '#' : ''}${name}${settings.length === 0 ? '' : ` [${settings.join(', ')}]`}}`;
}
