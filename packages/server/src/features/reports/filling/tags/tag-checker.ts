// Checks the placeholders of one part of a template in order: known or not, inside their list or outside, opened and
// closed. Subclasses for Word and Excel decide what is allowed where.
import type { TemplateProblem, TemplateProblemCode } from '@plumbline/core/features/reports/template-problem';
import type { FileType } from '../package/word-package.ts';
import {
  listOf,
  type OptionKind,
  optionsFit,
  type ScopeName,
  scopesWith,
  TAG_NAMES,
  type Tag,
  tagIn,
} from './grammar.ts';
import type { TagText } from './tag-syntax.ts';

/**
 * Finds the known name nearest to a misspelt one. Undefined if no name is close enough to help: more than two fifths
 * of the letters would have to change.
 */
function nearest(written: string, known: Iterable<string>): string | undefined {
  const plain = normal(written);
  if (plain === '' || plain.length > 80) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(plain.length * 0.4)) + 1;
  for (const name of known) {
    const cost = distance(plain, normal(name), least);
    if (cost >= least) continue;
    least = cost;
    best = name;
  }
  return best;
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[\s_\-.]/gu, '');
}

/**
 * Edit distance: insertions, deletions, substitutions and swaps of neighbours. Returns `limit` once that is reached.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length] ?? limit;
}

/** A placeholder in any position; `text` is undefined if the braces contain no valid one. */
export type WrittenTag = { raw: string; text: TagText | undefined };

/** The reported position of a problem. */
export type TemplatePosition = Pick<TemplateProblem, 'part' | 'paragraph' | 'near' | 'cell'>;

/** The titles that placeholders can name in a project. */
export type ProjectTitles = { fields: readonly string[]; ratings: readonly string[] };

/** No one reads more than these. */
export const MAX_PROBLEMS = 200;

type OpenTag<F> = { found: F; name: string; scope: ScopeName | undefined };

export abstract class TagChecker<F extends WrittenTag> {
  readonly problems: TemplateProblem[] = [];
  private readonly type: FileType;
  private readonly titles: ProjectTitles | undefined;
  private readonly opened: OpenTag<F>[] = [];

  constructor(type: FileType, titles?: ProjectTitles) {
    this.type = type;
    this.titles = titles;
  }

  protected abstract placeOf(found: F): TemplatePosition;

  /** Whether it is in one piece. */
  protected abstract isWhole(found: F): boolean;

  /** Whether a list, a condition or an image is allowed here. */
  protected abstract canHold(found: F, what: 'section' | 'picture'): boolean;

  /** Checks the surroundings of a list's start and end against each other. */
  protected abstract judgePair(open: F, close: F): void;

  protected read(tags: readonly F[]): void {
    for (const tag of tags) {
      // Searching for a suggestion takes time.
      if (this.problems.length >= MAX_PROBLEMS) return;
      if (!tag.text) this.add('unknown', tag, this.meant(tag.raw.replace(/[{}#/]/gu, '').split('[')[0] ?? ''));
      else if (!this.isWhole(tag)) this.add('wrong_position', tag);
      else if (tag.text.kind === 'close') this.close(tag, tag.text.name);
      else this.open(tag);
    }
    for (const { found, name } of this.opened.splice(0)) this.add('missing', found, `{/${name}}`);
  }

  /** An unmatched brace. */
  protected loose(raw: string, place: TemplatePosition): void {
    const suggestion = raw.startsWith('{') ? '}' : '{';
    this.problems.push({ code: 'missing', tag: raw, ...place, suggestion });
  }

  /** A value, or the start of a list or condition. */
  private open(found: F): void {
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

  private judge(found: F, tag: Tag, outsideList: string | undefined): void {
    const { text } = found;
    if (!text) return;
    const section = text.kind === 'open';
    if (!tag.worksIn.includes(this.type)) this.add('unsupported_in_file_type', found);
    else if (outsideList !== undefined) {
      const list = listOf(scopesWith(outsideList)[0] ?? 'report');
      this.add('wrong_position', found, list === undefined ? null : `{#${list}}`);
    } else if (!section && tag.gives === 'list') this.add('wrong_position', found, `{#${text.name}}…{/${text.name}}`);
    else if (section && !this.canHold(found, 'section')) this.add('wrong_position', found);
    else if (!section && tag.gives === 'picture' && !this.canHold(found, 'picture')) this.add('wrong_position', found);
    else if (!optionsFit(tag, text.options)) this.add('unknown', found, exampleOf(text, tag));
    else this.judgeTitle(found, text);
  }

  private judgeTitle(found: F, { name, options: { title } }: TagText): void {
    if (!this.titles || typeof title !== 'string') return;
    const known = name === 'pin.rating' ? this.titles.ratings : this.titles.fields;
    if (known.some((one) => one.toLowerCase() === title.toLowerCase())) return;
    const meant = nearest(title, known);
    this.add('unknown_title', found, meant === undefined ? null : `{${name} [title: "${meant}"]}`);
  }

  private close(found: F, name: string): void {
    const last = this.opened.at(-1);
    if (!last) {
      this.add('missing', found, name === '' ? null : `{#${name}}`);
      return;
    }
    if (name !== '' && name !== last.name) {
      // Closes an outer list: those opened inside it were never closed.
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
    const tags = scopesWith(name).flatMap((scope) => tagIn(scope, name) ?? []);
    const kind = section || tags.some(({ gives }) => gives === 'list') ? 'open' : 'value';
    // Of a placeholder that is known, only the settings are wrong.
    const [tag] = name === written.trim() ? tags : [];
    return tag ? exampleOf({ name, kind, options: {} }, tag) : `{${kind === 'open' ? '#' : ''}${name}}`;
  }

  protected add(code: TemplateProblemCode, found: F, suggestion: string | null = null): void {
    this.problems.push({ code, tag: found.raw, ...this.placeOf(found), suggestion });
  }
}

const EXAMPLES: Record<OptionKind, string> = {
  mm: '80',
  columns: '2',
  'date-format': '"long"',
  'value-format': '"0.00"',
  title: '"…"',
};

/** How the placeholder is written with the settings it accepts. */
function exampleOf({ name, kind: form, options }: Pick<TagText, 'name' | 'kind' | 'options'>, tag: Tag): string {
  const kinds = Object.entries(tag.options ?? {});
  const titled = kinds.some(([, kind]) => kind === 'title');
  const settings = kinds
    // A title is required; formats of a titled value are rarely meant.
    .filter(([key, kind]) => !titled || kind === 'title' || Object.hasOwn(options, key))
    .map(([key, kind]) => `${key}: ${kind === 'title' && options.title ? `"${options.title}"` : EXAMPLES[kind]}`);
  return `{${form === 'open' ? '#' : ''}${name}${settings.length === 0 ? '' : ` [${settings.join(', ')}]`}}`;
}
