// What the sample sheets say, read by a person: number, title, the views with their scales, and the rooms with an area.
export type ExpectedSheet = {
  readonly number: string;
  readonly title: string;
  readonly views: readonly string[];
  readonly rooms: readonly string[];
};

const sheet = (number: string, title: string, views: string[] = [], rooms: string[] = []): ExpectedSheet => ({
  number,
  title,
  views,
  rooms,
});

const numbered = (name: string, from: number, count: number, first: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name} ${from + i} ${first + i}`);

const flat = (id: string, rooms: readonly string[]): string[] =>
  rooms.map((room, i) => `${room} 1A-1A.${id}-0${i + 1}`);

/** By file, one for each page. */
export const EXPECTED: Readonly<Record<string, readonly ExpectedSheet[]>> = {
  'plans-pdf/1810spark-siteplan_rot90_with-annotations.pdf': [
    sheet('A001', 'SITE PLAN', ['SITE PLAN 1:480', 'EXISTING - SITE PLAN 1:480']),
  ],
  'plans-pdf/qed-facility-6pages_34x22in.pdf': [
    sheet('C100', 'OVERALL SITE PLAN', ['EXISTING - SITE PLAN 1:360']),
    sheet('A101', 'EXISTING MAIN FLOOR PLAN'),
    sheet('A102', 'EXISTING MEZZANINE FLOOR PLAN'),
    sheet('A103', 'EXISTING ROOF PLAN'),
    sheet('A200', 'BUILDING ELEVATIONS', ['Elevation 5 - a 1:96', 'Elevation 4 - a 1:96', 'Elevation 3 - a 1:96']),
    sheet('A300', 'BUILDING SECTION', ['Section 10 1:96', 'Section 4 1:96', 'Section 3 1:96']),
  ],
  'plans-pdf/simple-Erdgeschoss_41x29cm.pdf': [
    sheet(
      '',
      '',
      [],
      ['Essen/Wohnen', 'Küche', 'Gang', 'DU/WC', 'Büro', 'Garderobe', 'Eingang', 'Abstellraum', 'Garage'],
    ),
  ],
  'plans-pdf/sunpark-3OG_86x61cm.pdf': [
    sheet(
      '511-11',
      '3.Obergeschoss Haus 1A',
      [],
      [
        'Treppenhaus H1A 1A-510',
        ...flat('31', ['Whg. 1A.31 Bernhard Entrée', 'Zimmer 1', 'Zimmer 2', 'Du/Wc1', 'Zimmer 3', 'Du/Wc2']),
        ...['Wohnen/Essen 1A-1A.31-07', 'Küche 1A-1A.31-08', 'Balkon 1A-1A.31-09'],
        ...flat('32', ['Whg. 1A.32 Entrée', 'Zimmer 1', 'Zimmer 2', 'Bad/Wc', 'Zimmer 3', 'Du/Wc']),
        ...['Wohnen/Essen 1A-1A.32-07', 'Küche 1A-1A.32-08', 'Balkon 1A-1A.32-09'],
      ],
    ),
  ],
  'plans-pdf/tierhotel-EG_213x78cm.pdf': [
    sheet(
      '501',
      'Erdgeschoss',
      [],
      [
        ...['Vorraum 101', 'Empfang 102', 'DU Damen 103', 'WC Damen 104', 'Haustechnik 105', 'Waschküche 106'],
        ...['Personal 107', 'Futterküche 108', 'Korridor 109', 'Lager 110', ...numbered('Hundebox', 1, 14, 111)],
        ...['Quarantäne 125', 'Hundebox 27 126', 'Hundebox 28 127', 'Korridor 128', 'Korridor 129', 'Korridor 130'],
        ...['Korridor 131', 'Hunde Waschen 132', ...numbered('Hundebox', 15, 15, 133)],
      ],
    ),
  ],
  'plans-sheetset-pdf/A-101_First-Floor.pdf': [sheet('A-101', 'First Floor', ['1st Floor 1:48'])],
  'plans-sheetset-pdf/A-102_Second-and-Third-Floor-Plan.pdf': [
    sheet('A-102', 'Second & Third Floor Plan', ['3rd Floor 1:48', '2nd Floor 1:48']),
  ],
  'plans-sheetset-pdf/A-103_Roof-Plan.pdf': [sheet('A-103', 'Roof Plan', ['Roof 1:48'])],
  'plans-sheetset-pdf/A-201_Elevations_South-and-East.pdf': [
    sheet('A-201', 'Elevations - South & East', ['East Elevation 1:48', 'South Elevation (Street Elevation) 1:48']),
  ],
  'plans-sheetset-pdf/A-202_Elevations_North-and-West.pdf': [
    sheet('A-202', 'Elevations - North & West', [
      'West Elevation 1:48',
      'North Elevation 1:48',
      'Partial North Elevation - Canted Wall 1:48',
    ]),
  ],
  'plans-sheetset-pdf/S-101_Structural_Basement-and-Second-Floor-Framing.pdf': [
    sheet('S-101', 'Structural - Basement & Second Floor Framing', [
      'Structural - Basement 1:48',
      'Structural - 2nd Floor 1:48',
    ]),
  ],
  'plans-sheetset-pdf/S-102_Structural_Roof.pdf': [
    sheet('S-102', 'Structural - Roof', ['Structural - Roof Plan 1:48']),
  ],
  'plans-revisions-pdf/kegonsa-foundation_rev1-20141031.pdf': [sheet('A-601', 'Foundation', ['Foundation 1:48'])],
  'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf': [sheet('A-601', 'Foundation', ['Foundation 1:48'])],
};
