// A field to sign in with a finger, a pen or the mouse.
import { SIGNATURE_FIELD, type Strokes } from '@plumbline/core/features/reports/signing';
import { type PointerEvent, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

/** Points closer than this add nothing that is visible. */
const MIN_STEP = 4;
const { width, height } = SIGNATURE_FIELD;

type Stroke = Strokes[number];

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): [number, number] {
  const box = currentTarget.getBoundingClientRect();
  const within = (value: number, limit: number) => Math.round(Math.min(limit, Math.max(0, value)));
  return [
    within(((clientX - box.left) / box.width) * width, width),
    within(((clientY - box.top) / box.height) * height, height),
  ];
}

const isNear = (stroke: Stroke, [x, y]: readonly [number, number]): boolean =>
  Math.hypot(x - (stroke.at(-2) ?? 0), y - (stroke.at(-1) ?? 0)) < MIN_STEP;

export function SignaturePad({ value, onChange }: { value: Strokes; onChange: (strokes: Strokes) => void }) {
  const t = useT();
  const [current, setCurrent] = useState<Stroke>();
  const start = (event: PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const [x, y] = pointOf(event);
    // A dot is a short line.
    setCurrent([x, y, Math.min(width, x + 1), y]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const point = pointOf(event);
    if (current && !isNear(current, point)) setCurrent([...current, ...point]);
  };
  const end = () => {
    if (current) onChange([...value, current]);
    setCurrent(undefined);
  };
  return (
    <Stack fluid gap={1}>
      <svg
        className="signature-pad"
        viewBox={`0 0 ${width} ${height}`}
        fill="none"
        stroke="#14213d"
        strokeWidth={7}
        strokeLinecap="round"
        strokeLinejoin="round"
        role="img"
        aria-label={t('report.signatures.pad')}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path stroke="#b9b3a8" strokeWidth={2} d={`M60 ${height * 0.78}H${width - 60}`} />
        {[...value, ...(current ? [current] : [])].map((stroke) => (
          <polyline key={stroke.join()} points={stroke.join(' ')} />
        ))}
      </svg>
      <Row justify="between" gap={2}>
        <span className="ui-help">{t('report.signatures.pad')}</span>
        <Button kind="quiet" size="s" isDisabled={value.length === 0} onPress={() => onChange([])}>
          {t('report.signatures.clear')}
        </Button>
      </Row>
    </Stack>
  );
}
