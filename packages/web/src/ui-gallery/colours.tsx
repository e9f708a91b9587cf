// The colours by name, and the typography.
import { Specimen } from './specimen.tsx';

const NAMES = [
  'ground',
  'surface',
  'sunken',
  'raised',
  'fill',
  'line',
  'line-2',
  'line-control',
  'ink',
  'ink-2',
  'ink-3',
  'ink-off',
  'brand',
  'brand-soft',
  'brand-soft-2',
  'focus',
  'side',
  'signal',
  'danger',
  'danger-soft',
  'success',
  'success-soft',
  'warning',
  'warning-soft',
  'offline-soft',
  'open',
  'rejected',
  'closed',
  'draft',
] as const;

const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'] as const;

export function Colours() {
  return (
    <>
      <Specimen title="Colours">
        {NAMES.map((name) => (
          <figure key={name} className="swatch">
            <span style={{ background: `var(--${name})` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Specimen>
      <Specimen title="Type">
        <div>
          {SIZES.map((size) => (
            <p key={size} style={{ fontSize: `var(--text-${size})` }}>
              Baustelle Čas Шов İş 0123456789 ({size})
            </p>
          ))}
        </div>
      </Specimen>
    </>
  );
}
