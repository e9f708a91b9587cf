// The kinds of files that can become plans: the file dialogs, the texts and the check of the content all read this list.

export type PlanFileType = {
  /** As people call it, in every language. */
  readonly name: string;
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  readonly mimes: readonly string[];
};

/** By their content; pictures are recognised whatever their name says. */
export const PICTURE_TYPES: readonly PlanFileType[] = [
  { name: 'JPG', extensions: ['jpg', 'jpeg'], mimes: ['image/jpeg'] },
  { name: 'PNG', extensions: ['png'], mimes: ['image/png', 'image/apng'] },
  { name: 'WEBP', extensions: ['webp'], mimes: ['image/webp'] },
  { name: 'TIFF', extensions: ['tif', 'tiff'], mimes: ['image/tiff'] },
  { name: 'GIF', extensions: ['gif'], mimes: ['image/gif'] },
  { name: 'AVIF', extensions: ['avif'], mimes: ['image/avif'] },
  {
    name: 'HEIC',
    extensions: ['heic', 'heif'],
    mimes: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  },
];

export const DRAWING_TYPES: readonly PlanFileType[] = [
  { name: 'PDF', extensions: ['pdf'], mimes: ['application/pdf'] },
  ...PICTURE_TYPES,
];

/** Building models; browsers know no type of theirs. */
export const MODEL_TYPE: PlanFileType = { name: 'IFC', extensions: ['ifc', 'ifczip'], mimes: [] };

export const PLAN_TYPES: readonly PlanFileType[] = [...DRAWING_TYPES, MODEL_TYPE];

/** The names for a text: "PDF, JPG, PNG". */
export const typeNames = (types: readonly PlanFileType[]): string => types.map(({ name }) => name).join(', ');
