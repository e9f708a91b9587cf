// Problems of a report template. The codes have texts; the fields give the location and the likely intended
// placeholder.

export const TEMPLATE_PROBLEM_CODES = [
  /** A required placeholder is missing, or a list is not closed (or was never opened). */
  'missing',
  /** The placeholder exists, but is not allowed here. */
  'wrong_position',
  /** A list over table rows does not start in the first cell of its row. */
  'list_tag_not_in_first_cell',
  /** No such placeholder. */
  'unknown',
  /** The placeholder is correct, but the project has no field or rating with this title: it stays empty. */
  'unknown_title',
  /** The placeholder, or the whole file, is not supported in this file type. */
  'unsupported_in_file_type',
  /** The file contains no placeholder at all. */
  'no_placeholder',
  /** The file is refused before any placeholder is read; `reason` says why. */
  'unreadable',
] as const;
export type TemplateProblemCode = (typeof TEMPLATE_PROBLEM_CODES)[number];

/** Why a file is refused. */
export const UNREADABLE_REASONS = [
  'empty',
  'too_large',
  'not_word',
  /** The variant of the formats that programs call "Strict Open XML". */
  'strict',
  'damaged',
  'encrypted',
  'too_many_entries',
  'unpacks_too_large',
  'path',
  'symlink',
  'duplicate_name',
  'nested',
  'macros',
  'external_content',
  'entities',
  'encoding',
  'too_deep',
] as const;
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number];

export type TemplateProblem = {
  code: TemplateProblemCode;
  /** The placeholder as written, e.g. `{pin.titel}`; empty if the whole file is meant. */
  tag: string;
  /** Part of the file, e.g. `word/header1.xml`. */
  part: string;
  /** The nth paragraph of that part, starting at 1; 0 if none is meant. */
  paragraph: number;
  /** The text around the placeholder, to find it by; missing for problems of a whole file. */
  near?: string;
  /** Spreadsheets only: sheet and cell, e.g. `Defects!B5`. */
  cell?: string;
  /** The likely intended placeholder, e.g. `{pin.title}`. */
  suggestion: string | null;
  /** Only with `unreadable`. */
  reason?: UnreadableReason;
};

export type TemplateCheck = {
  ok: boolean;
  problems: readonly TemplateProblem[];
  /** Placeholders that are correct, but have no value in the project. */
  warnings: readonly TemplateProblem[];
};
