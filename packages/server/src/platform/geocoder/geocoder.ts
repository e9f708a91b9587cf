// Finding places by their address or name.

export type FoundPlace = { name: string; lat: number; lon: number };

export interface Geocoder {
  /** Whose data it is; shown beside what was found. */
  readonly attribution: string;
  /** The best first. Throws `ServiceError` where it cannot be asked. */
  find(query: string, language: string): Promise<FoundPlace[]>;
}
