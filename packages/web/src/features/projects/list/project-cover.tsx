// The cover of a project: its first plan, or a plan generated from its id.
import { memo, useMemo } from 'react';
import { Image } from '../../../ui/marks/image.tsx';
import { coverPlan, type Door } from '../settings/cover-plan.ts';

const WIDTH = 252;
const HEIGHT = 96;

/** A door leaf and its swing arc, hinged at (x, y). */
function doorPath({ x, y, size, turn: rotation }: Door): string {
  const far: Record<Door['turn'], string> = {
    0: `M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}`,
    90: `M${x} ${y}h-${size}a${size} ${size} 0 0 0 ${size} ${size}`,
    180: `M${x} ${y}v${size}a${size} ${size} 0 0 0 ${size}-${size}`,
    270: `M${x} ${y}v-${size}a${size} ${size} 0 0 1 ${size} ${size}`,
  };
  return far[rotation];
}

/** `picture` covers the generated plan, which shows while it loads and if it fails. */
export function ProjectCover({ seed, picture }: { seed: string; picture: string | null }) {
  return (
    <>
      <DrawnCover seed={seed} />
      {picture !== null && <Image sources={[picture]} alt="" fallback="none" className="project-sheet" />}
    </>
  );
}

const DrawnCover = memo(function DrawnCover({ seed }: { seed: string }) {
  const plan = useMemo(() => coverPlan(seed, WIDTH, HEIGHT), [seed]);
  const shaded = plan.rooms[plan.rooms.length >> 1];
  return (
    <svg
      className="project-cover"
      viewBox="-24 -20 300 136"
      preserveAspectRatio="xMinYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {shaded && <rect fill="currentColor" stroke="none" opacity={0.1} {...shaded} />}
      <path strokeWidth={0.75} opacity={0.55} d={plan.doors.map(doorPath).join('')} />
      <path strokeWidth={1.75} d={plan.walls.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join('')} />
      <path strokeWidth={4} strokeLinejoin="miter" d={`M0 0h${WIDTH}v${HEIGHT}H0z`} />
      <path
        strokeWidth={0.75}
        strokeDasharray="9 3 1.5 3"
        opacity={0.35}
        d={`M-24-10h300M-24 ${HEIGHT + 10}h300M-10-20v136M${WIDTH + 10}-20v136`}
      />
    </svg>
  );
});
