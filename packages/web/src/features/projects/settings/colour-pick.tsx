// Picks one of the fifteen pin colours, shown as the pin itself.
import { PIN_COLOUR_NAMES, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Row } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';

type ColourPickProps = {
  label: string;
  colour: PinColour;
  isDisabled: boolean;
  onChange: (colour: PinColour) => void;
};

export function ColourPick({ label, colour, isDisabled, onChange }: ColourPickProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button
        className="colour-button ui-pressable"
        aria-label={`${label}: ${t(`colour.${colour}`)}`}
        isDisabled={isDisabled}
      >
        <PinMark colour={colour} size={28} />
      </Button>
      <Popover className="ui-popover" placement="bottom start">
        <Dialog aria-label={label} className="colour-dialog">
          <ListBox
            aria-label={label}
            className="colour-grid"
            layout="grid"
            selectionMode="single"
            disallowEmptySelection
            autoFocus
            selectedKeys={[colour]}
            onSelectionChange={(keys) => {
              const chosen = PIN_COLOUR_NAMES.find((pinColourName) => keys !== 'all' && keys.has(pinColourName));
              if (chosen) onChange(chosen);
              setOpen(false);
            }}
          >
            {PIN_COLOUR_NAMES.map((pinColourName) => (
              <Row
                as={ListBoxItem}
                key={pinColourName}
                id={pinColourName}
                least={44}
                pad="0 2"
                corner="m"
                size="s"
                className="colour-choice ui-pressable"
                textValue={t(`colour.${pinColourName}`)}
              >
                <PinMark colour={pinColourName} size={26} />
                <span>{t(`colour.${pinColourName}`)}</span>
              </Row>
            ))}
          </ListBox>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
