// The illustrations of the tour: line drawings in the colours of the theme.
import type { ReactNode } from 'react';

function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 320 150"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const Room = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) => (
  <g>
    <rect fill="var(--surface)" x={x} y={y} width={w} height={h} rx="2" />
    <g transform={`translate(${x} ${y})`} strokeWidth="1.5" opacity=".55">
      <path d={`M${w * 0.12} ${h * 0.16}h${w * 0.76}v${h * 0.68}H${w * 0.12}z`} />
      <path
        d={`M${w * 0.5} ${h * 0.16}v${h * 0.3}M${w * 0.5} ${h * 0.62}v${h * 0.22}M${w * 0.5} ${h * 0.52}h${w * 0.38}`}
      />
    </g>
  </g>
);

/** The tip is at (0, 0). */
const Pin = ({ x, y, kind }: { x: number; y: number; kind: 'brand' | 'signal' }) => (
  <g transform={`translate(${x} ${y})`}>
    <path className={`tour-${kind}`} d="M0 0c-5-9-14-14-14-24a14 14 0 0 1 28 0c0 10-9 15-14 24z" stroke="none" />
    <circle fill="var(--surface)" cy="-24" r="5" stroke="none" />
  </g>
);

export const PlansPicture = () => (
  <Sheet>
    <Room x={24} y={34} w={84} h={70} />
    <Room x={118} y={24} w={98} h={84} />
    <Room x={226} y={34} w={70} h={70} />
    <path d="M34 122h64M128 126h78M236 122h50" strokeWidth="4" strokeLinecap="round" opacity=".35" />
  </Sheet>
);

export const PinPicture = () => (
  <Sheet>
    <Room x={60} y={14} w={200} h={122} />
    <Pin x={122} y={96} kind="brand" />
    <Pin x={204} y={74} kind="signal" />
    <circle stroke="var(--signal)" strokeDasharray="4 4" cx="204" cy="74" r="14" />
  </Sheet>
);

const Line = ({ y, done }: { y: number; done: boolean }) => (
  <g transform={`translate(52 ${y})`}>
    <circle className={done ? 'tour-brand' : 'tour-paper'} cx="12" cy="12" r="10" />
    {done && <path stroke="var(--surface)" strokeWidth={3} strokeLinecap="round" d="m7 12 4 4 7-8" />}
    <path d={done ? 'M36 12h104' : 'M36 12h136'} strokeWidth="5" strokeLinecap="round" opacity={done ? 0.3 : 0.75} />
    <circle cx="202" cy="12" r="9" opacity=".45" />
  </g>
);

export const TaskPicture = () => (
  <Sheet>
    <rect fill="var(--surface)" x="34" y="14" width="252" height="122" rx="8" />
    <Line y={24} done />
    <Line y={63} done={false} />
    <Line y={102} done={false} />
  </Sheet>
);

export const FindPicture = () => (
  <Sheet>
    <rect fill="var(--surface)" x="40" y="18" width="240" height="114" rx="8" />
    <circle cx="64" cy="42" r="7" />
    <path d="m69 47 6 6M40 64h240" />
    <g fill="currentColor" stroke="none" fontSize="14" fontWeight="600">
      <rect fill="var(--line)" x="196" y="31" width="70" height="24" rx="5" />
      <text x="231" y="48" textAnchor="middle">
        Ctrl K
      </text>
    </g>
    <path d="M58 84h120M58 108h84" strokeWidth="5" strokeLinecap="round" opacity=".45" />
    <path stroke="var(--signal)" strokeDasharray="4 4" d="M50 74h220v20H50z" />
  </Sheet>
);

const Phone = ({ children }: { children: ReactNode }) => (
  <Sheet>
    <rect fill="var(--surface)" x="112" y="-12" width="96" height="150" rx="12" />
    {children}
  </Sheet>
);

export const ThumbPicture = () => (
  <Phone>
    <path d="M122 12h76M122 30h52" strokeWidth="5" strokeLinecap="round" opacity=".35" />
    <path d="M112 104h96" />
    <g strokeWidth="0">
      {[128, 149, 170, 191].map((x) => (
        <circle key={x} className={x === 149 ? 'tour-signal' : 'tour-key'} cx={x} cy="120" r="7" />
      ))}
    </g>
    <circle stroke="var(--signal)" strokeDasharray="4 4" cx="149" cy="120" r="14" />
  </Phone>
);

export const LinePicture = () => (
  <Phone>
    <g transform="translate(160 58)">
      <path d="M-26 12a14 14 0 0 1 4-27 20 20 0 0 1 38 4 12 12 0 0 1 4 23" />
      <path d="m-24-30 48 56" />
    </g>
    <circle fill="var(--brand-text)" cx="160" cy="112" r="13" stroke="none" />
    <path stroke="var(--surface)" strokeWidth={3} strokeLinecap="round" d="m153 112 5 5 9-10" />
  </Phone>
);
