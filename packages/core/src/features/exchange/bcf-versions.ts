// Versions of BCF that are read and written. Apart from the contract, because the pin list needs nothing else of it.
export const BCF_VERSIONS = ['2.1', '3.0'] as const;
export type BcfVersion = (typeof BCF_VERSIONS)[number];
