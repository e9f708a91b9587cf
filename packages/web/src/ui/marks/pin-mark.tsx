// A pin as lists show it: the colour of its category, the icon of its status, an outline visible on any background.
import { inkOn, PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { useT } from '../translation.tsx';
import './status.css';

export type PinMarkStatus = 'open' | 'closed' | 'inactive';

export type PinMarkProps = {
  colour: PinColour;
  status?: PinMarkStatus | undefined;
  /** Height in pixels. */
  size?: number | undefined;
  /** Announced; omit where the text is next to it. */
  label?: string | undefined;
};

const BODY = 'M12 28.4C6.2 20.6 2 16 2 11.2a10 10 0 0 1 20 0c0 4.8-4.2 9.4-10 17.2z';

export function PinMark({ colour, status = 'open', size = 24, label }: PinMarkProps) {
  const t = useT();
  const fill = PIN_COLOURS[colour];
  const ink = inkOn(fill);
  const spoken = label === undefined ? undefined : `${label}, ${t(`ui.status.${status}`)}`;
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is hidden where text is next to it
    <svg
      className="ui-pin-mark"
      viewBox="0 0 24 30"
      width={(size * 24) / 30}
      height={size}
      fill="none"
      strokeLinejoin="round"
      strokeLinecap="round"
      {...(spoken === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': spoken })}
    >
      {status === 'inactive' ? (
        <>
          <path d={BODY} fill="var(--surface)" stroke="var(--pin-edge)" strokeWidth="1" />
          <path d={BODY} stroke={fill} strokeWidth="2.4" strokeDasharray="4.5 3" />
          <path d="M8 11.2h8" stroke={fill} strokeWidth="2.6" />
        </>
      ) : (
        <>
          <path d={BODY} fill={fill} stroke="var(--pin-edge)" strokeWidth="1.2" />
          {status === 'open' ? (
            <circle cx="12" cy="11.2" r="3.6" fill={ink} />
          ) : (
            <path d="m7.6 11.6 3 3 5.8-6.4" stroke={ink} strokeWidth="2.6" />
          )}
        </>
      )}
    </svg>
  );
}
