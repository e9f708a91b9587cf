// One or more lines over time. The drawing is for eyes; a table with the same numbers stands behind it for everybody else.
import { useId, useState } from 'react';
import { useT } from '../translation.tsx';
import { ticksTo } from './scale.ts';
import type { Tone } from './tones.ts';
import './charts.css';

export type Line = { id: string; label: string; tone: Tone; values: readonly number[] };

export type LineChartProps = {
  label: string;
  /** What stands at each place along the bottom; as many as each line has values. */
  places: readonly string[];
  lines: readonly Line[];
  /** The heading of the first column of the table. */
  placeHead: string;
  height?: number | undefined;
  /** In the units of its words: narrower where the words would become too small. */
  width?: number | undefined;
};

const WIDTH = 720;
const EDGE = { left: 40, right: 12, top: 10, bottom: 24 };
const DASHES = ['', '7 4', '2 4', '10 3 2 3'];

export function LineChart({ label, places, lines, placeHead, height = 200, width = WIDTH }: LineChartProps) {
  const t = useT();
  const id = useId();
  const [at, setAt] = useState<number>();
  const ticks = ticksTo(Math.max(1, ...lines.flatMap((line) => line.values)));
  const most = ticks.at(-1) ?? 1;
  const inner = { width: width - EDGE.left - EDGE.right, height: height - EDGE.top - EDGE.bottom };
  const x = (place: number) =>
    EDGE.left + (places.length < 2 ? inner.width / 2 : (place / (places.length - 1)) * inner.width);
  const y = (value: number) => EDGE.top + inner.height - (value / most) * inner.height;
  // As many words below as fit side by side.
  const every = Math.max(1, Math.ceil(places.length / (width / 90)));
  return (
    <figure className="chart-lines" aria-labelledby={id}>
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
          const step = ((place - EDGE.left) / inner.width) * (places.length - 1);
          setAt(Math.min(places.length - 1, Math.max(0, Math.round(step))));
        }}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={EDGE.left} x2={width - EDGE.right} y1={y(tick)} y2={y(tick)} className="chart-grid" />
            <text x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end" className="chart-word">
              {t.number(tick)}
            </text>
          </g>
        ))}
        {places.map(
          (place, index) =>
            index % every === 0 && (
              <text key={place} x={x(index)} y={height - 6} textAnchor="middle" className="chart-word">
                {place}
              </text>
            ),
        )}
        {lines.map((line, index) => (
          <g key={line.id} data-chart-tone={line.tone}>
            <polyline
              points={line.values.map((value, place) => `${x(place)},${y(value)}`).join(' ')}
              className="chart-line"
              strokeDasharray={DASHES[index % DASHES.length]}
            />
            {at !== undefined && <circle cx={x(at)} cy={y(line.values[at] ?? 0)} r="4" className="chart-fill" />}
          </g>
        ))}
        {at !== undefined && (
          <line x1={x(at)} x2={x(at)} y1={EDGE.top} y2={height - EDGE.bottom} className="chart-here" />
        )}
      </svg>
      <ul className="chart-legend" aria-hidden="true">
        {lines.map((line) => (
          <li key={line.id} data-chart-tone={line.tone}>
            <span className="chart-key" />
            <span>{line.label}</span>
            {at !== undefined && <strong className="ui-figures">{t.number(line.values[at] ?? 0)}</strong>}
          </li>
        ))}
        <li className="chart-at">{at === undefined ? '' : places[at]}</li>
      </ul>
      <table className="ui-hidden">
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
              <th scope="row">{place}</th>
              {lines.map((line) => (
                <td key={line.id}>{t.number(line.values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
