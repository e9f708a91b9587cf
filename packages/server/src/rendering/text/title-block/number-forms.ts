// What a sheet number looks like, and what only looks like one.
import { sheetNumberKey } from '@plumbline/core/features/plans/sheet-number';

/** "A-101", "S101.2", "AR-3.01", "C100a". */
const PLAIN_CODE = /^\p{Lu}{1,4}[-.]?\d{1,4}(?:[.-]\d{1,3})?[a-z]?$/u;
/** "1234-ABC-ZZ-01-DR-A-1001", "5_AR_GR_EG_001-b": at least three parts, of which one has letters and one digits. */
const LONG_CODE = /^(?=.*\p{Lu})(?=.*\d)[\p{L}\d]+(?:[-_.][\p{L}\d]+){2,9}$/u;
/** "501", "511-11". */
const DIGITS = /^\d{2,4}(?:[-./]\d{1,3}){0,2}[a-z]?$/iu;
/** Anything a label may call a number. */
const LABELLED = /^(?=.*\d)[\p{L}\d][\p{L}\d._/-]{0,39}$/u;

const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/;
const MONTH = /^\d{1,2}[./-](?:19|20)\d\d$|^(?:19|20)\d\d[./-]\d{1,2}$/;
const YEAR = /^(?:19|20)\d\d$/;
const SHORT_DATE = /^\d{1,2}[./]\d{1,2}[./]\d{2}$/;
const SCALE = /^1[:/]\d+$/;
const COUNT = /^\d{1,3}\s*(?:\/|of|von|de|di|van|av|z|od|из)\s*\d{1,3}$/iu;
const PAPER = /^(?:DIN-?)?[AB][0-5]$/i;
/** Fire classes, strengths, profiles, diameters, colours and the like, and the names of cameras and calendar weeks. */
const MATERIAL =
  /^(?:R?EI?|F|T|R|G)-?(?:15|20|30|45|60|90|120|180)$|^C-?\d\d$|^S-?(?:235|275|355|420|460)$|^B-?[45]\d0[A-C]?$|^(?:HE[ABM]|IPE|UNP|UPE|DN|NW|RAL|DIN|ISO|SIA|NORM|EN|LV|IP|KW|LP|LPH|PN|PE|CH|TEL|FAX|KM|ROK|OKF|UKD|REV|V|VER|IMG|DSC|DSCN|PXL|PAGE|BLAT|SEIT|VIEW|FIG|PLZ|SCAN|NR|NO)-?\d+[a-z]?$/iu;

export const isCode = (text: string): boolean =>
  (PLAIN_CODE.test(text) || LONG_CODE.test(text)) && !isSomethingElse(text) && !MATERIAL.test(text);

/** A code of letters and digits without further parts. */
export const isPlainCode = (text: string): boolean => PLAIN_CODE.test(text) && isCode(text);

export const isDigits = (text: string): boolean => DIGITS.test(text) && !isSomethingElse(text);

export const isLabelledNumber = (text: string): boolean => LABELLED.test(text) && !isSomethingElse(text);

/** A paper size; only sets that number their sheets so use it as a number. */
export const isPaperSize = (text: string): boolean => PAPER.test(text);

const isSomethingElse = (text: string): boolean =>
  [DATE, MONTH, YEAR, SHORT_DATE, SCALE, COUNT].some((form) => form.test(text));

/** The only code in a name, page label or bookmark; empty if there is none or more than one. */
export function codeIn(name: string): string {
  const codes = name
    .split(/[\s,;:()[\]]+|\s[-–]\s|(?<=\d)_(?=\D)|(?<=\p{L}{4,})[-_](?=\p{Lu}{1,3}-?\d{2})/u)
    .map((part) => part.replaceAll(/^[-–_.]+|[-–_.]+$/gu, ''))
    .filter((part) => isPlainCode(part) && !isPaperSize(part) && /\d{2}/.test(part));
  const distinct = new Set(codes.map(sheetNumberKey));
  return distinct.size === 1 ? (codes[0] ?? '') : '';
}
