// The first side of the settings: what the project is called, when it is built, what its reports are written in, its ratings.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMemo } from 'react';
import { ComboBox } from '../../ui/fields/combo-box.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useT } from '../../ui/translation.tsx';
import { Part } from './part.tsx';
import type { SettingsProps } from './use-settings.ts';

const languages = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

function Ratings({ draft, onChange, problemOf, isReadOnly }: SettingsProps) {
  const t = useT();
  const set = (at: number, part: Partial<(typeof draft.ratings)[number]>) =>
    onChange({ ratings: draft.ratings.map((one, index) => (index === at ? { ...one, ...part } : one)) });
  return (
    <div className="settings-ratings">
      {draft.ratings.map((scale, at) => (
        <fieldset key={scale.id} className="settings-rating">
          <legend className="ui-hidden">{scale.title}</legend>
          <TextField
            label={t('project.ratingTitle')}
            value={scale.title}
            onChange={(title) => set(at, { title })}
            problem={problemOf(`ratings.${at}.title`)}
            isReadOnly={isReadOnly}
          />
          {scale.levels.map((level, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
              key={index}
              label={t('project.ratingLevel', { number: index + 1 })}
              value={level}
              onChange={(title) =>
                set(at, { levels: scale.levels.map((one, place) => (place === index ? title : one)) })
              }
              problem={problemOf(`ratings.${at}.levels.${index}`)}
              isReadOnly={isReadOnly}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

export function SettingsDetails(props: SettingsProps) {
  const { draft, onChange, problemOf, isReadOnly } = props;
  const t = useT();
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') })),
    [],
  );
  return (
    <>
      <Part title={t('project.partName')} isFirst>
        <TextField
          label={t('project.title')}
          help={t('project.titleHint')}
          value={draft.title}
          onChange={(title) => onChange({ title })}
          problem={problemOf('title')}
          isReadOnly={isReadOnly}
        />
        <TextField
          label={t('project.company')}
          autoComplete="organization"
          optional
          value={draft.company}
          onChange={(company) => onChange({ company })}
          problem={problemOf('company')}
          isReadOnly={isReadOnly}
        />
        <div className="project-pair">
          <DateField
            label={t('project.start')}
            value={draft.start}
            onChange={(start) => onChange({ start })}
            problem={problemOf('start')}
            isReadOnly={isReadOnly}
            optional
          />
          <DateField
            label={t('project.end')}
            value={draft.end}
            onChange={(end) => onChange({ end })}
            problem={problemOf('end')}
            isReadOnly={isReadOnly}
            optional
          />
        </div>
        <TextArea
          label={t('project.notes')}
          optional
          rows={4}
          value={draft.notes}
          onChange={(notes) => onChange({ notes })}
          problem={problemOf('notes')}
          isReadOnly={isReadOnly}
        />
      </Part>
      <Part title={t('project.partWords')}>
        <div className="project-pair">
          <ComboBox
            label={t('project.timezone')}
            choices={zones}
            value={draft.timezone}
            onChange={(timezone) => timezone !== null && onChange({ timezone })}
            problem={problemOf('timezone')}
            isDisabled={isReadOnly}
          />
          <Select
            label={t('project.language')}
            choices={languages}
            value={draft.language}
            onChange={(language) => onChange({ language })}
            problem={problemOf('language')}
            isDisabled={isReadOnly}
          />
        </div>
      </Part>
      <Part title={t('project.partRatings')}>
        <p className="settings-hint">{t('project.ratingsHint')}</p>
        {draft.ratings.length === 0 ? <p>{t('project.noRatings')}</p> : <Ratings {...props} />}
      </Part>
    </>
  );
}
