// The picture on the sign-in page: a drawn section through a house with a plumb line hanging through it.

/** Floor heights from the top, in the units of the drawing. */
const FLOORS = [180, 300, 420, 540] as const;
/** The grid lines of the house by letter; the plumb line takes the place of C. */
const AXES = { A: 120, B: 240, D: 480, E: 600 } as const;

export function PlumbDrawing() {
  return (
    <svg
      aria-hidden="true"
      className="plumb-drawing"
      viewBox="0 0 720 760"
      fill="none"
      stroke="currentColor"
      preserveAspectRatio="xMidYMid slice"
    >
      <g strokeWidth="1" opacity=".38">
        {Object.entries(AXES).map(([letter, x]) => (
          <g key={letter}>
            <path d={`M${x} 92v590`} strokeDasharray="14 5 2 5" />
            <circle cx={x} cy="76" r="15" />
            <text x={x} y="81" textAnchor="middle" fontSize="14" fill="currentColor" stroke="none">
              {letter}
            </text>
          </g>
        ))}
        {FLOORS.map((y) => (
          <path key={y} d={`M56 ${y}h40m-20-8v16`} />
        ))}
      </g>
      <g strokeWidth="2.5" strokeLinejoin="round">
        {FLOORS.map((y) => (
          <path key={y} d={`M120 ${y}h480v14H120z`} />
        ))}
        <path d="M120 194v106m0 14v106m0 14v106m0 14v106h480V554m0-14V434m0-14V314m0-14V194" />
        <path d="M104 180 120 150h480l16 30" />
        <path d="M240 194v106M480 314v106M240 434v106M360 554v106" strokeWidth="1.5" />
        <path d="M60 660h600" strokeWidth="3.5" />
      </g>
      <g strokeWidth="1" opacity=".5">
        <path d="M120 228h-8v44h8M120 348h-8v44h8M120 468h-8v44h8M600 228h8v44h-8M600 348h8v44h-8M600 468h8v44h-8" />
        <path d="M480 540h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12" />
        <path d="M480 420h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12" />
        <path d="M64 660l-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18" />
      </g>
      <g className="plumb-bob">
        <path d="M360 0v560" stroke="#fff" strokeWidth="2" />
        <path d="M352 560h16v8h-16z" fill="#fff" stroke="none" />
        <path d="M344 576l8-8h16l8 8-16 62z" fill="#fff" stroke="none" />
        <path d="M360 568h8l8 8-16 62z" fill="#a9c6cd" stroke="none" />
      </g>
    </svg>
  );
}
