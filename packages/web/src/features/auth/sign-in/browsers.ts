// Supported browsers, detected by user agent. Unknown browsers are let in.

const WEBKIT = /\bVersion\/(\d+)[\d.]* .*Safari\//u;
/** The first match decides, because browsers list the names of others after their own. */
const RULES: readonly { name: RegExp; least: number }[] = [
  { name: /\bCriOS\/(\d+)/u, least: 60 },
  { name: /\bFxiOS\/(\d+)/u, least: 9 },
  { name: /\bEdge\/(\d+)/u, least: Number.POSITIVE_INFINITY },
  { name: /\bEdg(?:A|iOS)?\/(\d+)/u, least: 79 },
  { name: /\bFirefox\/(\d+)/u, least: 56 },
  { name: /\bChrom(?:e|ium)\/(\d+)/u, least: 60 },
  { name: WEBKIT, least: 11 },
  { name: /\b(?:MSIE |Trident\/)(\d+)/u, least: Number.POSITIVE_INFINITY },
];

export function isSupported(userAgent: string): boolean {
  for (const { name, least } of RULES) {
    const version = name.exec(userAgent)?.[1];
    if (version !== undefined) return Number(version) >= least;
  }
  return true;
}
