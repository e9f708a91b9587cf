// Finds places by address or name.

export type GeocodedAddress = { name: string; lat: number; lon: number };

export interface Geocoder {
  /** The attribution of the data, shown next to the results. */
  readonly attribution: string;
  /** Best match first. Throws `ServiceError` if the service is unavailable. */
  find(query: string, language: string): Promise<GeocodedAddress[]>;
}
