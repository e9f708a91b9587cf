// Weather over HTTP with a URL template: reads the daily values of Open-Meteo.
import { z } from 'zod';
import { fetchLimited, ServiceError } from '../fetch-limited.ts';
import type { DayWeather, Sky, Weather } from './weather.ts';

const TIMEOUT = 8_000;
const MAX_BYTES = 262_144;

const values = z.array(z.number().nullable()).optional();
const answer = z.object({
  daily: z.object({
    time: z.array(z.string()),
    weather_code: values,
    temperature_2m_min: values,
    temperature_2m_max: values,
    wind_speed_10m_max: values,
    precipitation_sum: values,
  }),
});

/** WMO weather codes (table 4677) that occur in daily values, by the first code of each range. */
const SKY_FROM: readonly (readonly [number, Sky])[] = [
  [95, 'thunderstorm'],
  [85, 'snow'],
  [80, 'showers'],
  [71, 'snow'],
  [61, 'rain'],
  [51, 'drizzle'],
  [45, 'fog'],
  [3, 'cloudy'],
  [2, 'partlyCloudy'],
  [0, 'clear'],
];

function read(body: Buffer, day: string): DayWeather | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ServiceError('answered no JSON', undefined, { cause: error });
  }
  const found = answer.safeParse(parsed);
  if (!found.success) throw new ServiceError('answered in a form that is not known');
  const { daily } = found.data;
  const at = daily.time.indexOf(day);
  if (at < 0) return null;
  const value = (all: (number | null)[] | undefined) => all?.[at] ?? null;
  const code = value(daily.weather_code);
  const weather: DayWeather = {
    sky: code === null ? null : (SKY_FROM.find(([from]) => code >= from)?.[1] ?? null),
    low: value(daily.temperature_2m_min),
    high: value(daily.temperature_2m_max),
    wind: value(daily.wind_speed_10m_max),
    rain: value(daily.precipitation_sum),
  };
  return Object.values(weather).every((one) => one === null) ? null : weather;
}

export function httpWeather({ url, attribution }: { url: string; attribution: string }): Weather {
  return {
    attribution,
    async of({ lat, lon }, day) {
      // A hundredth of a degree is about a kilometre: precise enough, and reveals no more than necessary to the
      // service.
      const address = url
        .replaceAll('{lat}', lat.toFixed(2))
        .replaceAll('{lon}', lon.toFixed(2))
        .replaceAll('{day}', encodeURIComponent(day));
      return read(await fetchLimited(address, 'application/json', { timeout: TIMEOUT, maxBytes: MAX_BYTES }), day);
    },
  };
}
