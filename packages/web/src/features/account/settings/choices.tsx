// Language, appearance and photo quality. Changes apply immediately.
import { type Account, PHOTO_SIZES } from '@plumbline/core/features/account/contract';
import { patchMe } from '@plumbline/core/features/auth/contract';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { storeReply } from '../../../shared/data/queries.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useLanguage } from '../../../shared/i18n/i18n.tsx';
import { ME } from '../../../shared/session/session.tsx';
import { RadioGroup } from '../../../ui/choices/radio-group.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Switch } from '../../../ui/choices/switch.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { useAppearance } from '../../../ui/theme/use-appearance.ts';
import { useT } from '../../../ui/translation.tsx';
import { useChangeAccount } from '../queries.ts';

const THEMES = ['system', 'light', 'dark'] as const;

export function LanguageChoice() {
  const t = useT();
  const { language, choose } = useLanguage();
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (next: Language) => call(patchMe, { body: { settings: { language: next } } }),
    // The reply to an earlier request would switch the language back.
    onMutate: () => cache.cancelQueries({ queryKey: ME }),
    onSuccess: (user) => storeReply(cache, ME, user),
    onError: (error, _next) => {
      choose(language);
      void cache.invalidateQueries({ queryKey: ME });
      showToast({ kind: 'error', text: failureText(t, error) });
    },
  });
  return (
    <Section id="language" title={t('shell.language')} text={t('account.languageText')}>
      <div className="account-narrow">
        <Select
          label={t('shell.language')}
          hideLabel
          value={language}
          choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          onChange={(id) => {
            if (!isLanguage(id) || id === language) return;
            choose(id);
            save.mutate(id);
          }}
        />
      </div>
    </Section>
  );
}

/** Of this device. */
export function AppearanceChoice() {
  const t = useT();
  const [{ theme, bright }, change] = useAppearance();
  return (
    <Section id="appearance" title={t('shell.appearance')}>
      <div className="account-form account-narrow">
        <RadioGroup
          label={t('shell.appearance')}
          hideLabel
          value={theme}
          onChange={(chosen) => change({ theme: chosen })}
          choices={THEMES.map((id) => ({ id, label: t(`shell.theme.${id}`) }))}
        />
        <Switch isSelected={bright} onChange={(on) => change({ bright: on })} help={t('shell.brightText')}>
          {t('shell.bright')}
        </Switch>
      </div>
    </Section>
  );
}

export function PhotoSizeChoice({ account }: { account: Account }) {
  const t = useT();
  const save = useChangeAccount();
  const shown = save.isPending ? (save.variables.photoSize ?? account.photoSize) : account.photoSize;
  return (
    <Section id="photos" title={t('account.photoSize')} text={t('account.photoSizeText')}>
      <RadioGroup
        label={t('account.photoSize')}
        hideLabel
        value={shown}
        onChange={(photoSize) =>
          save.mutate({ photoSize }, { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) })
        }
        choices={PHOTO_SIZES.map((id) => ({
          id,
          label: t(`account.photoSize.${id}`),
          help: t(`account.photoSizeText.${id}`),
        }))}
      />
    </Section>
  );
}
