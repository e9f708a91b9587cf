// The fields of a title block. Apart from the reading, which only the import dialog loads.
export const TITLE_FIELDS = ['sheetNumber', 'title', 'version', 'date'] as const;
export type TitleField = (typeof TITLE_FIELDS)[number];

/** Words by which a title block is recognised. */
export const MAX_TITLE_LABELS = 60;
