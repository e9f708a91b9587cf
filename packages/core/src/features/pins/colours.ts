// The fifteen colours of pin categories, one lightness family, readable on white paper, on grey plans and in dark mode.

export const PIN_COLOURS = [
  'DarkBrown',
  'Muesli',
  'Ochre',
  'Yellow',
  'Orange',
  'Red',
  'Pink',
  'Purple',
  'Violet',
  'Blue',
  'DarkBlue',
  'Petrol',
  'Turquoise',
  'Green',
  'DarkGreen',
] as const;
export type PinColour = (typeof PIN_COLOURS)[number];

/** sRGB, `#rrggbb`. */
export const PIN_COLOUR_HEX: Record<PinColour, string> = {
  DarkBrown: '#6b4a35',
  Muesli: '#a58757',
  Ochre: '#b57f12',
  Yellow: '#d0a800',
  Orange: '#dd6b10',
  Red: '#cf3030',
  Pink: '#d9508a',
  Purple: '#a03fa5',
  Violet: '#6f4fc4',
  Blue: '#2d74da',
  DarkBlue: '#22468f',
  Petrol: '#0e6a75',
  Turquoise: '#0c9a94',
  Green: '#3c9a3c',
  DarkGreen: '#1f6636',
};
