// All fields: empty, with help text, invalid, disabled.
import { useState } from 'react';
import { Checkbox } from '../ui/choices/checkbox.tsx';
import { ComboBox } from '../ui/choices/combo-box.tsx';
import { RadioGroup } from '../ui/choices/radio-group.tsx';
import { Select } from '../ui/choices/select.tsx';
import { Switch } from '../ui/choices/switch.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { TextArea } from '../ui/fields/text-area.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Grid } from '../ui/layout/primitives.tsx';
import { Specimen } from './specimen.tsx';

const CRAFTS = ['Electrics', 'Plumbing', 'Drywall', 'Painting'].map((label) => ({ id: label, label }));

export function Fields() {
  const [day, setDay] = useState<string | null>('2026-11-21');
  const [craft, setCraft] = useState<string | null>('Drywall');
  return (
    <Specimen title="Fields">
      <Grid columns="fill" min={240} gap={5} wide>
        <TextField label="Title" help="At least 4 characters" />
        <TextField label="Title" defaultValue="Hof" problem="Too short" />
        <TextField label="Company" optional isDisabled defaultValue="Berger Bau" />
        <PasswordField label="Password" defaultValue="secret" />
        <SearchField label="Find a pin" />
        <NumberField label="Length" defaultValue={1234.5} suffix="m" steps />
        <Select label="Craft" choices={CRAFTS} value={craft} onChange={setCraft} />
        <ComboBox label="Craft" choices={CRAFTS} value={craft} onChange={setCraft} />
        <DateField label="Due" value={day} onChange={setDay} />
        <DateField label="Due" value={null} onChange={setDay} problem="Required" />
        <TextArea label="Notes" defaultValue={'First line\nSecond line'} />
        <RadioGroup
          label="Photo size"
          value="m"
          onChange={() => undefined}
          choices={[
            { id: 's', label: 'Small', help: 'Up to 500 KB' },
            { id: 'm', label: 'Medium', help: 'Up to 1 MB' },
          ]}
        />
        <Checkbox defaultSelected>Close its tasks too</Checkbox>
        <Switch defaultSelected help="Full contrast, thicker lines">
          Sunlight
        </Switch>
      </Grid>
    </Specimen>
  );
}
