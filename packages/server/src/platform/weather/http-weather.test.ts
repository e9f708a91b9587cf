import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpWeather } from './http-weather.ts';

let server: Server;
let answer: { status: number; body: string };
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const weather = () => {
  const { port } = server.address() as AddressInfo;
  return httpWeather({ url: `http://127.0.0.1:${port}/day?lat={lat}&lon={lon}&from={day}&to={day}`, attribution: 'X' });
};
const of = (daily: object, status = 200) => {
  answer = { status, body: JSON.stringify({ daily }) };
  return weather().of({ lat: 48.208_49, lon: 16.37 }, '2026-03-02');
};

test('requests an approximate position and reads the values that the service returns', async () => {
  const forecast = {
    time: ['2026-03-01', '2026-03-02'],
    weather_code: [0, 61],
    temperature_2m_max: [1, 8.4],
    precipitation_sum: [0, null],
  };
  expect(await of(forecast)).toEqual({ sky: 'rain', low: null, high: 8.4, wind: null, rain: null });
  expect(asked.at(-1)).toBe('/day?lat=48.21&lon=16.37&from=2026-03-02&to=2026-03-02');
});

test.each([
  [0, 'clear'],
  [1, 'clear'],
  [2, 'partlyCloudy'],
  [3, 'cloudy'],
  [48, 'fog'],
  [55, 'drizzle'],
  [67, 'rain'],
  [77, 'snow'],
  [82, 'showers'],
  [86, 'snow'],
  [99, 'thunderstorm'],
])('maps weather code %d to %s', async (code, sky) => {
  expect((await of({ time: ['2026-03-02'], weather_code: [code] }))?.sky).toBe(sky);
});

test('returns null for days without data', async () => {
  expect(await of({ time: ['2026-03-01'], weather_code: [0] })).toBeNull();
  expect(await of({ time: ['2026-03-02'], weather_code: [null] })).toBeNull();
});

test('throws ServiceError if the service is broken', async () => {
  await expect(of({ wrong: true })).rejects.toMatchObject({ name: 'ServiceError' });
  await expect(of({}, 500)).rejects.toMatchObject({ status: 500 });
  answer = { status: 200, body: '<html>' };
  await expect(weather().of({ lat: 0, lon: 0 }, '2026-03-02')).rejects.toThrow('no JSON');
});
