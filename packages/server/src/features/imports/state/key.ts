// What identifies an import, and where its previews are stored.
import type { PreviewSize } from '@plumbline/core/features/imports/contract';

export type ImportKey = { organisationId: string; importId: string };

/** Contains a folder for each organisation, with a folder for each import. */
export const IMPORTS_FOLDER = 'imports/';

export const previewFolder = (organisationId: string, importId: string): string =>
  `${IMPORTS_FOLDER}${organisationId}/${importId}/`;
/** Storage key of a page preview while pages are chosen. */
export const previewKey = (
  organisationId: string,
  importId: string,
  page: number,
  size: PreviewSize = 'small',
): string => `${previewFolder(organisationId, importId)}preview-${page}${size === 'large' ? '-large' : ''}.webp`;
