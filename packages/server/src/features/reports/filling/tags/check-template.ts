// Reads a template as its author intended it: every placeholder, its position, what is wrong with it and what was
// probably meant. Nothing is filled here; a file that is not a plain Word or Excel file has already been refused.
import type { TemplateCheck, TemplateProblem } from '@plumbline/core/features/reports/template-problem';
import { ancestor, childElements, type XmlElement } from '../../../../office/xml.ts';
import { TemplateRefused } from '../package/refused.ts';
import { type FileType, type OfficePackage, openOfficePackage } from '../package/word-package.ts';
import { checkWorkbook } from '../sheets/check-workbook.ts';
import { type FoundTag, findTags } from './find-tags.ts';
import { scopesWith } from './grammar.ts';
import { MAX_PROBLEMS, type ProjectTitles, TagChecker, type TemplatePosition } from './tag-checker.ts';

type Checked = TemplateCheck & { type: FileType | null };

/** Checks an uploaded template for a project with these fields and ratings. Never throws for a bad file. */
export async function checkTemplate(file: Buffer, titles?: ProjectTitles): Promise<Checked> {
  try {
    const pack = await openOfficePackage(file);
    const found = checkPackage(pack, titles);
    const [warnings, problems] = [found.filter(isWarning), found.filter((one) => !isWarning(one))];
    return { ok: problems.length === 0, problems, warnings, type: pack.type };
  } catch (error) {
    if (!(error instanceof TemplateRefused)) throw error;
    const { reason, part } = error;
    const problem = { code: 'unreadable', tag: '', part, paragraph: 0, suggestion: null, reason } as const;
    return { ok: false, problems: [problem], warnings: [], type: null };
  }
}

const isWarning = ({ code }: TemplateProblem): boolean => code === 'unknown_title';

/** The problems of an opened file; with `titles` also placeholders that name none of them. */
export function checkPackage(pack: OfficePackage, titles?: ProjectTitles): TemplateProblem[] {
  const { found, problems } = pack.type === 'xlsx' ? checkWorkbook(pack, titles) : checkWord(pack, titles);
  if (found === 0 && problems.length === 0) {
    problems.push({ code: 'no_placeholder', tag: '', part: pack.main, paragraph: 0, suggestion: null });
  }
  return problems.slice(0, MAX_PROBLEMS);
}

function checkWord(pack: OfficePackage, titles?: ProjectTitles): { found: number; problems: TemplateProblem[] } {
  const problems: TemplateProblem[] = [];
  let found = 0;
  for (const part of pack.filled) {
    const checker = new PartChecker(part, titles);
    found += checker.check(treeOf(pack, part));
    // In the order in which their author meets them.
    problems.push(...checker.problems.toSorted((a, b) => a.paragraph - b.paragraph));
  }
  for (const { dataPart, data } of pack.charts) {
    const inData = checkWorkbook(data, titles, { pictures: false });
    found += inData.found;
    problems.push(...inData.problems.map((one) => ({ ...one, part: dataPart })));
  }
  for (const part of pack.unfilled) problems.push(...misplacedIn(part, treeOf(pack, part)));
  return { found, problems };
}

function treeOf(pack: OfficePackage, part: string): XmlElement {
  const tree = pack.trees.get(part);
  if (!tree) throw new TemplateRefused('damaged', part);
  return tree;
}

/** Notes and comments are not filled: a placeholder there would remain as text. */
function misplacedIn(part: string, tree: XmlElement): TemplateProblem[] {
  return findTags(tree)
    .tags.filter((tag) => tag.text && scopesWith(tag.text.name).length > 0)
    .map(({ raw, paragraph, near }) => ({ code: 'wrong_position', tag: raw, part, paragraph, near, suggestion: null }));
}

class PartChecker extends TagChecker<FoundTag> {
  private readonly part: string;

  constructor(part: string, titles?: ProjectTitles) {
    super('docx', titles);
    this.part = part;
  }

  /** Returns the number of placeholders. */
  check(tree: XmlElement): number {
    const { tags, loose } = findTags(tree);
    this.read(tags);
    for (const { raw, paragraph, near } of loose) this.loose(raw, { part: this.part, paragraph, near });
    return tags.length;
  }

  protected override placeOf({ paragraph, near }: FoundTag): TemplatePosition {
    return { part: this.part, paragraph, near };
  }

  protected override isWhole(found: FoundTag): boolean {
    return found.whole;
  }

  protected override canHold(found: FoundTag, what: 'section' | 'picture'): boolean {
    if (what === 'picture') return canHoldPicture(found);
    return found.where === 'text' && found.direct && !ancestor(found.element, 'w:sdtContent');
  }

  /**
   * Start and end of a list must have the same kind of surroundings: two rows of one table, two sibling paragraphs, or
   * one paragraph.
   */
  protected override judgePair(open: FoundTag, close: FoundTag): void {
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
}

function cellsOf(row: XmlElement | undefined): XmlElement[] {
  return row ? childElements(row).filter((cell) => cell.name === 'w:tc') : [];
}

/** An image replaces its placeholder in a line of text, or the image whose alternative text is the placeholder. */
function canHoldPicture(found: FoundTag): boolean {
  if (found.where === 'text') return true;
  if (found.where === 'drawing-text') return false;
  const drawing = ancestor(found.element, 'w:drawing');
  const names = ['a:graphic', 'a:graphicData', 'pic:pic'];
  let at: XmlElement | undefined = drawing && childElements(drawing)[0];
  for (const name of names) at = at && childElements(at).find((child) => child.name === name);
  return at !== undefined;
}
