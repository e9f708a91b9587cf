// Supported browsers, detected by user agent. In others, sign-in shows a notice but is possible.

const WEBKIT = /\bVersion\/(\d+)[\d.]* .*Safari\//u;
/** The first match decides, because browsers list the names of others after their own. */
const RULES: readonly { name: RegExp; least: number }[] = [
  { name: /\bCriOS\/(\d+)/u, least: 60 },
  { name: /\bFxiOS\/(\d+)/u, least: 9 },
  { name: /\bEdge\/(\d+)/u, least: Number.POSITIVE_INFINITY },
  { name: /\bEdg(?:A|iOS)?\/(\d+)/u, least: 79 },
  { name: /\bFirefox\/(\d+)/u, least: 56 },
  { name: /\b(?:Headless)?Chrom(?:e|ium)\/(\d+)/u, least: 60 },
  { name: WEBKIT, least: 11 },
  // Apps on the home screen of iPhones and iPads name the system only.
  { name: /\b(?:iPhone|iPad|iPod)\b.*\bOS (\d+)_/u, least: 11 },
  { name: /\b(?:MSIE |Trident\/)(\d+)/u, least: Number.POSITIVE_INFINITY },
];

export function isSupported(userAgent: string): boolean {
  for (const { name, least } of RULES) {
    const version = name.exec(userAgent)?.[1];
    if (version !== undefined) return Number(version) >= least;
  }
  return false;
}
