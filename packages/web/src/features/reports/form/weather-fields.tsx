// The weather of the day, as far as known: a description and figures.
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { SyncIcon } from '../../../ui/icons.tsx';
import { Grid, Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useWeather } from '../use-reports.ts';
import '../reports.css';

export const FIGURES = ['low', 'high', 'wind', 'rain'] as const;
export type WeatherDraft = { day: string | null; text: string } & Record<(typeof FIGURES)[number], number | null>;

const MINIMUM = { low: -90, high: -90, wind: 0, rain: 0 };
const MAXIMUM = { low: 60, high: 60, wind: 500, rain: 2_000 };

/** The entered weather, or null if nothing is entered. */
export function weatherOf(draft: WeatherDraft) {
  const { day, text } = draft;
  const known = text.trim() !== '' || FIGURES.some((name) => draft[name] !== null);
  return known && day !== null ? { ...draft, day, text: text.trim() } : null;
}

type WeatherFieldsProps = {
  projectId: string;
  /** The language of the report. */
  language: string;
  value: WeatherDraft;
  today: string;
  onChange: (value: WeatherDraft) => void;
};

export function WeatherFields({ projectId, language, value, today, onChange }: WeatherFieldsProps) {
  const t = useT();
  const known = useWeather(projectId, value.day, language).data;
  const found = known?.weather;
  return (
    <>
      <Grid columns="fit" min={240} gap={4}>
        <TextField
          label={t('report.weather')}
          optional
          help={t('report.weatherHint')}
          value={value.text}
          maxLength={200}
          onChange={(text) => onChange({ ...value, text })}
        />
        <DateField
          label={t('report.weatherDay')}
          value={value.day}
          max={today}
          onChange={(day) => onChange({ ...value, day })}
        />
      </Grid>
      {found && (
        <Row gap="2 3" wrap>
          <Button icon={SyncIcon} onPress={() => onChange({ ...found })}>
            {t('report.weatherFetch')}
          </Button>
          {known.attribution !== '' && (
            <span className="ui-help">{t('report.weatherFrom', { name: known.attribution })}</span>
          )}
        </Row>
      )}
      <Grid columns="fit" min={110} gap={4}>
        {FIGURES.map((name) => (
          <NumberField
            key={name}
            label={t(`report.weather.${name}`)}
            minValue={MINIMUM[name]}
            maxValue={MAXIMUM[name]}
            formatOptions={{ maximumFractionDigits: 1 }}
            value={value[name] ?? Number.NaN}
            onChange={(figure) => onChange({ ...value, [name]: Number.isFinite(figure) ? figure : null })}
          />
        ))}
      </Grid>
    </>
  );
}
