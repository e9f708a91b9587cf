// Finds places by address or name.

export type FoundPlace = { name: string; lat: number; lon: number };

export interface Geocoder {
  /** The attribution of the data, shown next to the results. */
  readonly attribution: string;
  /** Best match first. Throws `ServiceError` if the service is unavailable. */
  find(query: string, language: string): Promise<FoundPlace[]>;
}
