// Checks the placeholders of a workbook: in cells, in page headers and footers, and in the texts of images and shapes.
import type { TemplateProblem } from '@plumbline/core/features/reports/template-problem';
import { cellName } from '../../../../office/cell-names.ts';
import { walk, type XmlElement } from '../../../../office/xml.ts';
import { TemplateRefused } from '../package/refused.ts';
import { relatedTo } from '../package/relations.ts';
import type { OfficePackage } from '../package/word-package.ts';
import { MAX_TAGS } from '../tags/find-tags.ts';
import { scopesWith, tagIn } from '../tags/grammar.ts';
import { type ProjectTitles, TagChecker, type TemplatePosition } from '../tags/tag-checker.ts';
import { readTag } from '../tags/tag-syntax.ts';
import { type CellTag, readRows, TAGS, tagsOf } from './sheet-rows.ts';
import { ownText, readWorkbook, type Sheet } from './workbook.ts';

/** `pictures`: whether cells may hold some; those with the data of a chart may not. */
export function checkWorkbook(
  pack: OfficePackage,
  titles?: ProjectTitles,
  { pictures } = { pictures: true },
): { found: number; problems: TemplateProblem[] } {
  const workbook = readWorkbook(pack);
  if (workbook.sheets.length === 0) throw new TemplateRefused('damaged', pack.main);
  const problems: TemplateProblem[] = [];
  let found = 0;
  for (const sheet of workbook.sheets) {
    const { tags, loose } = tagsOf(readRows(sheet, workbook));
    found += tags.length;
    if (found > MAX_TAGS) throw new TemplateRefused('too_large');
    const checker = new SheetChecker(sheet, titles, pictures);
    checker.check(tags);
    for (const one of loose) checker.brace(one);
    const edges = edgeTags(sheet.tree);
    found += edges.length;
    const edge = new EdgeChecker(sheet, titles);
    edge.check(edges);
    problems.push(...checker.problems, ...edge.problems, ...inDrawings(pack, sheet));
  }
  return { found, problems };
}

class SheetChecker extends TagChecker<CellTag> {
  private readonly sheet: Sheet;
  private readonly pictures: boolean;
  /** Rows in which a list over rows ended, with the order of the placeholder that ended it. */
  private readonly ended = new Map<number, number>();

  constructor(sheet: Sheet, titles: ProjectTitles | undefined, pictures: boolean) {
    super('xlsx', titles);
    this.sheet = sheet;
    this.pictures = pictures;
  }

  check(tags: readonly CellTag[]): void {
    this.read(tags);
  }

  brace(pick: Pick<CellTag, 'raw' | 'row' | 'column'>): void {
    this.loose(pick.raw, this.placeOf(pick));
  }

  protected override placeOf(at: { row: number; column: number }): TemplatePosition {
    return { part: this.sheet.part, paragraph: 0, cell: `${this.sheet.name}!${cellName(at)}` };
  }

  protected override isWhole(): boolean {
    return true;
  }

  protected override canHold(_found: CellTag, what: 'section' | 'picture'): boolean {
    return what === 'section' || this.pictures;
  }

  protected override judgePair(open: CellTag, close: CellTag): void {
    if (open.row === close.row && open.column === close.column) return;
    const before = this.ended.get(open.row);
    if (!open.first) this.add('list_tag_not_in_first_cell', open);
    // Two lists cannot share a row: each would repeat the other's half.
    else if (before !== undefined && before < open.order) this.add('wrong_position', open);
    this.ended.set(close.row, close.order);
  }
}

type EdgeTag = { raw: string; text: ReturnType<typeof readTag> };

/** Page headers and footers hold values only. */
class EdgeChecker extends TagChecker<EdgeTag> {
  private readonly sheet: Sheet;

  constructor(sheet: Sheet, titles?: ProjectTitles) {
    super('xlsx', titles);
    this.sheet = sheet;
  }

  check(tags: readonly EdgeTag[]): void {
    this.read(tags);
  }

  protected override placeOf(): TemplatePosition {
    return { part: this.sheet.part, paragraph: 0, cell: this.sheet.name };
  }

  protected override isWhole(): boolean {
    return true;
  }

  protected override canHold(): boolean {
    return false;
  }

  protected override judgePair(): void {}
}

function edgeTags(tree: XmlElement): EdgeTag[] {
  const edges = tree.children.find((child) => typeof child !== 'string' && child.name === 'headerFooter');
  if (!edges || typeof edges === 'string') return [];
  return edges.children.flatMap((edge) =>
    typeof edge === 'string' ? [] : [...ownText(edge).matchAll(TAGS)].map(([raw]) => ({ raw, text: readTag(raw) })),
  );
}

/** Texts of shapes are not filled, and an image's alternative text only if it names an image of the whole report. */
function inDrawings(pack: OfficePackage, sheet: Sheet): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  for (const { kind, part } of relatedTo(pack.trees, sheet.part)) {
    const tree = kind === 'drawing' || kind === 'comments' ? pack.trees.get(part) : undefined;
    if (!tree) continue;
    const wrong = (raw: string) =>
      problems.push({ code: 'wrong_position', tag: raw, part, paragraph: 0, cell: sheet.name, suggestion: null });
    for (const element of walk(tree)) {
      for (const [raw] of ownText(element).matchAll(TAGS)) if (isKnown(raw)) wrong(raw);
      for (const [raw] of (element.attributes.get('descr') ?? '').matchAll(TAGS)) {
        if (isKnown(raw) && tagIn('report', readTag(raw)?.name ?? '')?.gives !== 'picture') wrong(raw);
      }
    }
  }
  return problems;
}

const isKnown = (raw: string): boolean => scopesWith(readTag(raw)?.name ?? '').length > 0;
