// One or more lines over time, with a visually hidden table of the same numbers for screen readers.
import { useId, useState } from 'react';
import { Row, Stack } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import { ticksTo, wordsUnder } from './scale.ts';
import type { Tone } from './tones.ts';
import '../marks/status.css';
import './charts.css';

export type Line = { id: string; label: string; tone: Tone; values: readonly number[] };

export type LineChartProps = {
  label: string;
  /** The labels along the horizontal axis; as many as each line has values. */
  places: readonly string[];
  lines: readonly Line[];
  /** The heading of the first column of the table. */
  placeHead: string;
  /** From this place on, the values are expected ones. */
  forecast?: { from: number; label: string } | undefined;
  height?: number | undefined;
  /** In the units of the label text: smaller where the labels would otherwise become too small. */
  width?: number | undefined;
};

const WIDTH = 720;
const MIN_MARGINS = { left: 40, right: 12, top: 10, bottom: 24 };
/** Width of a digit in the axis labels, and the space around a label. */
const FIGURE = 7.5;
const LABEL_GAP_PX = 12;
const DASHES = ['', '7 4', '2 4', '10 3 2 3'];

/** Expected values are drawn in dots. */
const DOTS = '1 6';

export function LineChart({ label, places, lines, placeHead, forecast, height = 200, width = WIDTH }: LineChartProps) {
  const known = forecast?.from ?? places.length;
  const t = useT();
  const id = useId();
  const [at, setAt] = useState<number>();
  const ticks = ticksTo(Math.max(1, ...lines.flatMap((line) => line.values)));
  const most = ticks.at(-1) ?? 1;
  const longest = Math.max(...ticks.map((tick) => t.number(tick).length));
  const edge = { ...MIN_MARGINS, left: Math.max(MIN_MARGINS.left, longest * FIGURE + LABEL_GAP_PX) };
  const inner = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
  const x = (place: number) =>
    edge.left + (places.length < 2 ? inner.width / 2 : (place / (places.length - 1)) * inner.width);
  const y = (value: number) => edge.top + inner.height - (value / most) * inner.height;
  const pointsOf = ({ values }: Line, from: number, to: number): string =>
    values
      .slice(from, to)
      .map((value, place) => `${x(from + place)},${y(value)}`)
      .join(' ');
  const words = wordsUnder(
    places.map((_, place) => x(place)),
    places.map((place) => place.length * FIGURE),
    { width, air: LABEL_GAP_PX },
  );
  return (
    <Stack as="figure" gap={3} shrink className="chart-lines" aria-labelledby={id}>
      <figcaption id={id} className="ui-hidden">
        {label}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        onPointerLeave={() => setAt(undefined)}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const place = ((event.clientX - box.left) / box.width) * width;
          const step = ((place - edge.left) / inner.width) * (places.length - 1);
          setAt(Math.min(places.length - 1, Math.max(0, Math.round(step))));
        }}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
            <text x={edge.left - 6} y={y(tick) + 4} textAnchor="end" fontSize={12} fill="var(--ink-3)">
              {t.number(tick)}
            </text>
          </g>
        ))}
        {forecast && (
          // Cumulative lines are lowest where the forecast begins.
          <text x={x(known - 1) + 6} y={edge.top + 14} fontSize={12} fill="var(--ink-3)">
            {forecast.label}
          </text>
        )}
        {words.map(({ at: place, x: left, anchor }) => (
          <text key={place} x={left} y={height - 6} textAnchor={anchor} fontSize={12} fill="var(--ink-3)">
            {places[place]}
          </text>
        ))}
        {lines.map((line, index) => (
          <g key={line.id} data-tone={line.tone}>
            <polyline
              points={pointsOf(line, 0, known)}
              className="chart-line"
              strokeDasharray={DASHES[index % DASHES.length]}
            />
            {forecast && (
              <polyline
                points={pointsOf(line, known - 1, places.length)}
                className="chart-line"
                strokeDasharray={DOTS}
                strokeLinecap="round"
              />
            )}
            {at !== undefined && <circle cx={x(at)} cy={y(line.values[at] ?? 0)} r="4" className="chart-fill" />}
          </g>
        ))}
        {at !== undefined && (
          <line x1={x(at)} x2={x(at)} y1={edge.top} y2={height - edge.bottom} stroke="var(--line-control)" />
        )}
      </svg>
      <Row as="ul" gap="2 4" align="stretch" wrap size="s" aria-hidden="true">
        {lines.map((line) => (
          <Row as="li" key={line.id} data-tone={line.tone}>
            <span className="chart-key" />
            <span>{line.label}</span>
            {at !== undefined && <strong className="ui-figures">{t.number(line.values[at] ?? 0)}</strong>}
          </Row>
        ))}
        <Row as="li" className="chart-at">
          {at === undefined ? '' : at < known ? places[at] : `${places[at]}, ${forecast?.label}`}
        </Row>
      </Row>
      <div className="ui-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{placeHead}</th>
              {lines.map((line) => (
                <th key={line.id} scope="col">
                  {line.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place, index) => (
              <tr key={place}>
                <th scope="row">{index < known ? place : `${place}, ${forecast?.label}`}</th>
                {lines.map((line) => (
                  <td key={line.id}>{t.number(line.values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Stack>
  );
}
