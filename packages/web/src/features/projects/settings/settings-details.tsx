// First settings tab: title, construction period, time zone and language, and rating scales.
import { MAX_RATING_LENGTH } from '@plumbline/core/site/rows/projects';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { usePeopleSuggestions } from '../create/people-suggestions.ts';
import { DateFields, DescriptionFields, NameFields, NotesField } from '../create/project-fields.tsx';
import { Part } from './settings-part.tsx';
import type { SettingsProps } from './use-settings.ts';

function Ratings({ draft, onChange, problemOf, isReadOnly }: SettingsProps) {
  const t = useT();
  const set = (at: number, part: Partial<(typeof draft.ratings)[number]>) =>
    onChange({ ratings: draft.ratings.map((rating, index) => (index === at ? { ...rating, ...part } : rating)) });
  return (
    <Grid columns="fit" min={240} gap={6}>
      {draft.ratings.map((scale, at) => (
        <Stack key={scale.id} as="fieldset" gap={3} justify="start" shrink className="settings-rating">
          <legend className="ui-hidden">{scale.title}</legend>
          <TextField
            label={t('project.ratingTitle')}
            maxLength={MAX_RATING_LENGTH}
            value={scale.title}
            onChange={(title) => set(at, { title })}
            problem={problemOf(`ratings.${at}.title`)}
            isReadOnly={isReadOnly}
          />
          {scale.levels.map((level, index) => (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: a level is identified by its position
              key={index}
              label={t('project.ratingLevel', { number: index + 1 })}
              maxLength={MAX_RATING_LENGTH}
              value={level}
              onChange={(title) =>
                set(at, { levels: scale.levels.map((one, place) => (place === index ? title : one)) })
              }
              problem={problemOf(`ratings.${at}.levels.${index}`)}
              isReadOnly={isReadOnly}
            />
          ))}
        </Stack>
      ))}
    </Grid>
  );
}

export function SettingsDetails(props: SettingsProps) {
  const t = useT();
  const { companies } = usePeopleSuggestions(props.projectId);
  return (
    <>
      <Part title={t('project.partName')} isFirst>
        <NameFields {...props} companies={companies} />
        <DateFields {...props} />
        <NotesField {...props} />
      </Part>
      <Part title={t('project.partWords')}>
        <DescriptionFields {...props} />
      </Part>
      <Part title={t('project.partRatings')}>
        <Text as="p" size="s" ink={2}>
          {t('project.ratingsHint')}
        </Text>
        {props.draft.ratings.length === 0 ? <p>{t('project.noRatings')}</p> : <Ratings {...props} />}
      </Part>
    </>
  );
}
