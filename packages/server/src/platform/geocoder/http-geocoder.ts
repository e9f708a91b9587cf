// A geocoder over HTTP with a URL template: reads responses of Nominatim, or GeoJSON as Photon returns it.
import { z } from 'zod';
import { fetchLimited, ServiceError } from '../fetch-limited.ts';
import type { GeocodedAddress, Geocoder } from './geocoder.ts';

const TIMEOUT = 8_000;
const MAX_BYTES = 1_048_576;
const MAX_RESULTS = 8;

const number = z.coerce.number();
const nominatim = z.array(z.object({ display_name: z.string(), lat: number, lon: number }));
const words = z.string().optional();
const geoJson = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([number, number]).rest(number) }),
      properties: z.object({
        name: words,
        label: words,
        street: words,
        housenumber: words,
        postcode: words,
        city: words,
        country: words,
      }),
    }),
  ),
});

function fromGeoJson({ features }: z.output<typeof geoJson>): GeocodedAddress[] {
  return features.map(({ geometry: { coordinates }, properties: its }) => {
    const [lon, lat] = coordinates;
    const street = [its.street, its.housenumber].filter(Boolean).join(' ');
    const city = [its.postcode, its.city].filter(Boolean).join(' ');
    const parts = [its.name, street, city, its.country].filter(Boolean);
    return { name: its.label ?? [...new Set(parts)].join(', '), lat, lon };
  });
}

function read(body: Buffer): GeocodedAddress[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new ServiceError('answered no JSON', undefined, { cause: error });
  }
  const plain = nominatim.safeParse(answer);
  if (plain.success) return plain.data.map(({ display_name: name, lat, lon }) => ({ name, lat, lon }));
  const collection = geoJson.safeParse(answer);
  if (collection.success) return fromGeoJson(collection.data);
  throw new ServiceError('answered in a form that is not known');
}

export function httpGeocoder({ url, attribution }: { url: string; attribution: string }): Geocoder {
  return {
    attribution,
    async find(query, language) {
      const address = url
        .replace('{query}', encodeURIComponent(query))
        .replace('{language}', encodeURIComponent(language));
      const found = read(await fetchLimited(address, 'application/json', { timeout: TIMEOUT, maxBytes: MAX_BYTES }));
      return found.filter(({ lat, lon }) => Math.abs(lat) <= 85 && Math.abs(lon) <= 180).slice(0, MAX_RESULTS);
    },
  };
}
