// The weather of a day at a place.

const SKIES = ['clear', 'partlyCloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'showers', 'thunderstorm'] as const;
export type Sky = (typeof SKIES)[number];

/** °C, km/h and mm, each as far as known. */
export type DayWeather = {
  sky: Sky | null;
  low: number | null;
  high: number | null;
  wind: number | null;
  rain: number | null;
};

export interface Weather {
  /** Whose data it is; shown beside what was found. */
  readonly attribution: string;
  /** Null for a day nothing is known of. `day`: YYYY-MM-DD. Throws `ServiceError` where it cannot be asked. */
  of(place: { lat: number; lon: number }, day: string): Promise<DayWeather | null>;
}
