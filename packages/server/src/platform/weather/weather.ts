// The weather of a day at a place.

const SKIES = ['clear', 'partlyCloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'showers', 'thunderstorm'] as const;
export type Sky = (typeof SKIES)[number];

/** In °C, km/h and mm; null where unknown. */
export type DayWeather = {
  sky: Sky | null;
  low: number | null;
  high: number | null;
  wind: number | null;
  rain: number | null;
};

export interface Weather {
  /** The attribution of the data, shown next to it. */
  readonly attribution: string;
  /** Null if there is no data for the day. `day`: YYYY-MM-DD. Throws `ServiceError` if the service is unavailable. */
  of(place: { lat: number; lon: number }, day: string): Promise<DayWeather | null>;
}
