// The colours of markups as a menu; its button shows the chosen one.
import { PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { Button } from '../../../ui/actions/button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { useT } from '../../../ui/translation.tsx';

/** Colours that stay distinct from each other on any drawing. */
const COLOURS = ['Red', 'Orange', 'Green', 'Blue', 'Violet', 'DarkBrown'] as const satisfies readonly PinColour[];

export type ColourMenuProps = { colour: PinColour; size?: 's'; onColour: (colour: PinColour) => void };

export function ColourMenu({ colour, size, onColour }: ColourMenuProps) {
  const t = useT();
  return (
    <Menu
      trigger={
        <Button kind="quiet" aria-label={t('measure.colour')} {...(size && { size })}>
          <span className="draw-colour" style={{ background: PIN_COLOURS[colour] }} />
        </Button>
      }
      label={t('measure.colour')}
      groups={[
        {
          id: 'colour',
          entries: COLOURS.map((id) => ({
            id,
            label: t(`measure.colour.${id}`),
            selected: id === colour,
            onAction: () => onColour(id),
          })),
        },
      ]}
    />
  );
}
