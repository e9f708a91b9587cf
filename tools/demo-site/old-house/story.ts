// The story of the second site, told in German: a renovated house shortly before its flats are handed over.
import type { PinColour } from '@plumbline/core/site/values/pin-colours';
import type { SceneName } from '../photos/scenes/scenes.ts';
import type { PersonKey, StoryTask } from '../story/types.ts';
import type { HouseSheet } from './sheets.ts';

export const HOUSE_PROJECT = {
  title: 'Kastanienallee 27: Umbau zu vier Wohnungen',
  company: 'Hausgemeinschaft Kastanienallee 27',
  address: 'Kastanienallee 27',
  postCode: '00415 Neuwalden',
  country: 'DE',
  notes: 'Altbau von 1904. Schlüssel im Tresor neben der Haustür, Code bei der Bauleitung. Ruhezeit ab 18 Uhr.',
  timezone: 'Europe/Berlin',
  language: 'de',
  managerName: 'Lena Hartmann',
  managerPhone: '+49 30 5550 1214',
  ratings: [{ id: 'priority', title: 'Priorität', levels: ['Niedrig', 'Normal', 'Hoch'] }],
};

export const HOUSE_CATEGORIES = {
  putz: { title: 'Putz und Stuck', colour: 'Muesli' },
  boden: { title: 'Boden und Fliesen', colour: 'Ochre' },
  heizung: { title: 'Heizung und Sanitär', colour: 'Blue' },
  elektro: { title: 'Elektro', colour: 'Yellow' },
  fenster: { title: 'Fenster und Türen', colour: 'Turquoise' },
  brand: { title: 'Brandschutz', colour: 'Red' },
  abnahme: { title: 'Abnahme', colour: 'DarkGreen' },
} as const satisfies Record<string, { title: string; colour: PinColour }>;

/** Who works here, with their permissions on this site. */
export const HOUSE_PEOPLE = {
  lena: 'administrator',
  anna: 'administrator',
  tomas: 'contributor',
  petra: 'subcontractor',
  marek: 'subcontractor',
  sofia: 'subcontractor',
} as const;

export type HousePin = {
  sheet: HouseSheet['sheet'];
  /** Number of the room. */
  at: string;
  title: string;
  category: keyof typeof HOUSE_CATEGORIES;
  by: 'lena' | 'anna' | 'tomas';
  days: number;
  notes?: string;
  photos?: readonly SceneName[];
  tasks?: readonly StoryTask[];
  comments?: readonly (readonly [PersonKey, string])[];
  tags?: readonly string[];
  priority?: 1 | 2 | 3;
  end?: 'closed' | 'inactive';
};

export const HOUSE_PINS: readonly HousePin[] = [
  {
    sheet: 'K-01',
    at: 'W1.1',
    title: 'Schimmel in der Außenecke',
    category: 'putz',
    by: 'lena',
    days: 41,
    priority: 3,
    photos: ['mould'],
    notes:
      'Feuchte 21,4 % im Mauerwerk, Putz bis 1,20 m Höhe mürbe. Ursache ist vermutlich das undichte Fallrohr außen.',
    tags: ['Feuchte'],
    comments: [
      ['tomas', 'Fallrohr ist oben an der Muffe gerissen, Dachdecker kommt am Donnerstag.'],
      ['anna', 'Bitte Putz erst nach der zweiten Feuchtemessung erneuern.'],
      ['lena', 'Zweite Messung: 9,8 %. Wir können verputzen.'],
    ],
    tasks: [
      {
        to: 'tomas',
        title: 'Putz abschlagen, trocknen, Kalkputz auftragen',
        due: -12,
        steps: [
          { by: 'tomas', days: 16, does: 'markDone', says: 'Kalkputz ist drauf, muss noch zwei Wochen stehen.' },
          { by: 'lena', days: 14, does: 'reject', says: 'In der Ecke hinter dem Heizkörper fehlen etwa 40 cm.' },
          { by: 'tomas', days: 9, does: 'markDone', says: 'Ecke nachgearbeitet.' },
          { by: 'lena', days: 8, does: 'close', says: 'Geprüft, in Ordnung.' },
        ],
      },
    ],
  },
  {
    sheet: 'K-01',
    at: 'W1.1',
    title: 'Fischgrätparkett: Fuge an der Wand offen',
    category: 'boden',
    by: 'lena',
    days: 24,
    photos: ['herringbone'],
    notes: 'Auf 1,60 m Länge 12 mm statt 8 mm. Sockelleiste deckt die Fuge nicht.',
    tasks: [{ to: 'tomas', title: 'Angebot des Parkettlegers für einen Fries einholen', due: 3 }],
    comments: [['anna', 'Die Eigentümer wünschen einen Fries aus Eiche, kein Acryl.']],
  },
  {
    sheet: 'K-01',
    at: 'W1.2',
    title: 'Heizkörperventil tropft',
    category: 'heizung',
    by: 'tomas',
    days: 9,
    priority: 3,
    photos: ['radiator'],
    notes: 'Wasserfleck auf den Dielen, etwa 40 × 20 cm. Provisorisch abgedreht.',
    tags: ['dringend'],
    tasks: [
      {
        to: 'petra',
        title: 'Ventil tauschen, Dielen auf Schaden prüfen',
        due: -2,
        steps: [
          { by: 'petra', days: 6, says: 'Passendes Ventil für das alte Gewinde ist bestellt.' },
          { by: 'tomas', days: 3, says: 'Bitte vor Montag, dann kommt der Parkettleger.' },
        ],
      },
    ],
  },
  {
    sheet: 'K-01',
    at: 'T0',
    title: 'Geländerstab im Treppenhaus lose',
    category: 'abnahme',
    by: 'lena',
    days: 12,
    priority: 2,
    photos: ['balusters'],
    notes: 'Neunter Stab von unten, Zapfen ausgebrochen.',
    tasks: [
      {
        to: 'sofia',
        title: 'Stab verleimen und verdübeln',
        due: 1,
        steps: [{ by: 'sofia', days: 1, does: 'markDone', says: 'Verleimt, bitte bis morgen nicht belasten.' }],
      },
    ],
  },
  {
    sheet: 'K-01',
    at: 'T0',
    title: 'Türsprechanlage nicht angeschlossen',
    category: 'elektro',
    by: 'tomas',
    days: 17,
    photos: ['doorphone'],
    tasks: [
      {
        to: 'marek',
        title: 'Sprechanlage anschließen und mit allen Wohnungen testen',
        due: -4,
        steps: [
          {
            by: 'marek',
            days: 6,
            does: 'markDone',
            says: 'Angeschlossen. Wohnung 4 noch nicht, dort fehlt das Gerät.',
          },
          { by: 'lena', days: 5, does: 'reject', says: 'Klingel in Wohnung 2 und 3 vertauscht.' },
          { by: 'marek', days: 4, says: 'Komme am Freitag mit dem fehlenden Gerät und tausche die Adern.' },
        ],
      },
    ],
  },
  {
    sheet: 'K-01',
    at: 'W2.5',
    title: 'Silikonfuge an der Badewanne fehlt',
    category: 'heizung',
    by: 'tomas',
    days: 8,
    tasks: [{ to: 'petra', title: 'Wanne füllen und Fuge ziehen', due: 0 }],
  },
  {
    sheet: 'K-01',
    at: 'W2.4',
    title: 'Herdanschluss 20 cm neben der Planlage',
    category: 'elektro',
    by: 'anna',
    days: 15,
    notes: 'Küchenplan der Eigentümer vom 2. des Monats ist maßgebend.',
    tasks: [{ to: 'marek', title: 'Anschlussdose versetzen', due: 6 }],
    comments: [['lena', 'Küchenbauer misst am Dienstag auf.']],
  },
  {
    sheet: 'K-01',
    at: 'W2.3',
    title: 'Wohnungstür: Rauchschutzdichtung fehlt unten',
    category: 'brand',
    by: 'lena',
    days: 6,
    priority: 3,
    tasks: [{ to: 'sofia', title: 'Absenkdichtung einbauen, Nachweis ablegen', due: 2 }],
  },
  {
    sheet: 'K-02',
    at: 'W3.1',
    title: 'Stuckrosette beschädigt',
    category: 'putz',
    by: 'lena',
    days: 33,
    photos: ['stucco'],
    notes: 'Ein Blatt abgebrochen, Riss bis zum Deckenspiegel. Abguss vom Gegenstück in Wohnung 4 möglich.',
    tasks: [
      {
        to: 'tomas',
        title: 'Stuckateur beauftragen',
        due: -18,
        state: 'closed',
        reply: 'Beauftragt, Termin in KW 48.',
      },
      { to: 'lena', title: 'Ergebnis mit der Denkmalpflege abnehmen', due: 8 },
    ],
    comments: [['anna', 'Denkmalpflege ist mit dem Abguss einverstanden.']],
  },
  {
    sheet: 'K-02',
    at: 'W3.1',
    title: 'Brüstung am französischen Balkon nur 83 cm',
    category: 'abnahme',
    by: 'anna',
    days: 5,
    priority: 3,
    photos: ['railing'],
    notes: 'Gefordert sind 90 cm über fertigem Fußboden.',
    tags: ['Sicherheit'],
    tasks: [{ to: 'sofia', title: 'Geländer erhöhen, Statik der Verankerung nachweisen', due: 5 }],
    comments: [['tomas', 'Bis dahin ist das Fenster gesichert, Schild hängt.']],
  },
  {
    sheet: 'K-02',
    at: 'W3.2',
    title: 'Kastenfenster: Farbe am Wetterschenkel blättert ab',
    category: 'fenster',
    by: 'tomas',
    days: 20,
    photos: ['boxWindow'],
    tasks: [
      {
        to: 'sofia',
        title: 'Schleifen, grundieren, zweimal mit Leinöl streichen',
        due: -1,
        steps: [{ by: 'sofia', days: 2, says: 'Grundierung ist drauf. Bei dem Regen trocknet es langsam.' }],
      },
    ],
  },
  {
    sheet: 'K-02',
    at: 'W3.5',
    title: 'Warmwasser erst nach zwei Minuten',
    category: 'heizung',
    by: 'lena',
    days: 3,
    notes: 'Zirkulation im Strang 2 prüfen.',
    tasks: [{ to: 'petra', title: 'Strang 2 einregulieren', due: 7 }],
  },
  {
    sheet: 'K-02',
    at: 'W4.1',
    title: 'Steckdosen sitzen schief',
    category: 'elektro',
    by: 'tomas',
    days: 28,
    tasks: [
      {
        to: 'marek',
        title: 'Rahmen ausrichten',
        due: -15,
        steps: [
          { by: 'marek', days: 19, does: 'markDone', says: 'Alle fünf ausgerichtet.' },
          { by: 'tomas', days: 18, does: 'close' },
        ],
      },
    ],
    end: 'closed',
  },
  {
    sheet: 'K-02',
    at: 'W4.2',
    title: 'Dielen knarren vor dem Fenster',
    category: 'boden',
    by: 'lena',
    days: 7,
    comments: [['tomas', 'Lässt sich nur mit Öffnen der Decke lösen. Bitte entscheiden.']],
  },
  {
    sheet: 'K-02',
    at: 'W4.4',
    title: 'Küchenfenster schließt nicht dicht',
    category: 'fenster',
    by: 'tomas',
    days: 2,
    tasks: [{ to: 'sofia', title: 'Beschläge nachstellen', due: 4 }],
  },
  {
    sheet: 'K-02',
    at: 'T1',
    title: 'Rauchmelder im Treppenhaus fehlt',
    category: 'brand',
    by: 'anna',
    days: 1,
    priority: 2,
    tasks: [{ to: 'marek', title: 'Melder setzen und in die Liste eintragen', due: 3 }],
  },
];

export const HOUSE_REPORTS = [
  {
    key: 'haus-tagebuch',
    title: 'Bautagebuch Kastanienallee',
    templateId: 'builtin:siteDiary',
    daysAgo: 1,
    pins: (pin: HousePin) => pin.days <= 7,
    attendees: [
      { company: 'Studio Ahornweg', people: 2 },
      { company: 'Elektro Dvořák', people: 1 },
      { company: 'Rossi Fenster', people: 2 },
    ],
    weather: 'Leichter Regen, 6 °C',
  },
  {
    key: 'haus-maengel',
    title: 'Mängelliste Wohnung 3 und 4',
    templateId: 'builtin:defectList',
    daysAgo: 6,
    pins: (pin: HousePin) => pin.sheet === 'K-02' && !pin.end && pin.days > 6,
    attendees: [],
    weather: null,
  },
];
