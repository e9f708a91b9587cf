// Which browsers the program is made for, by the name they give themselves. An unknown one is let in.

const WEBKIT = /\bVersion\/(\d+)[\d.]* .*Safari\//u;
/** The first that fits decides: browsers claim to be others after their own name. */
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
