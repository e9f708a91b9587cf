// Registration. The server replies with an email whose link lets the user set a password.
import { emailExists, ORIGINATION_CODES, register } from '@plumbline/core/features/account/entry-contract';
import { email as emailSchema } from '@plumbline/core/features/auth/contract';
import type { TextKey } from '@plumbline/locales/keys';
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { useLanguage } from '../../shared/i18n/i18n.tsx';
import { useUnsavedScreen } from '../../shared/navigation/unsaved.tsx';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { ComboBox } from '../../ui/choices/combo-box.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PinIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import {
  COUNTRY_CODES,
  countryHere,
  EMPTY,
  isOrigin,
  type RegisterDraft,
  type RegisterField,
  registerProblems,
  registrationOf,
} from './register-form.ts';
import { TermsBoxes } from './terms.tsx';

type Country = { id: string; label: string };

/** All ISO 3166-1 countries with localised names, sorted in the order of the locale. */
function countriesIn(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' });
  const order = new Intl.Collator(locale);
  return COUNTRY_CODES.map((id) => ({ id, label: names.of(id) ?? id })).sort((a, b) => order.compare(a.label, b.label));
}

function useCountry(onFound: (code: string) => void) {
  const look = useMutation({
    mutationFn: countryHere,
    onSuccess: (code) => {
      if (code !== undefined) onFound(code);
    },
  });
  return {
    look: () => look.mutate(),
    busy: look.isPending,
    failed: look.isError || (look.isSuccess && look.data === undefined),
  };
}

/**
 * Registers the draft. Returns the email address if it is already
 * taken, so that the error is shown for that address only.
 */
function useRegistration(draft: RegisterDraft) {
  const { language } = useLanguage();
  return useMutation({
    mutationFn: async (): Promise<'sent' | { taken: string }> => {
      const body = registrationOf(draft, language);
      const { exists } = await call(emailExists, { query: { email: body.email } });
      if (exists) return { taken: draft.email };
      // Already validated by the same schema, which the compiler cannot know.
      await call(register, { body: body as Parameters<typeof call<typeof register>>[1]['body'] });
      return 'sent';
    },
  });
}

export function RegisterScreen() {
  const t = useT();
  const online = useOnline();
  // Emails and the account use the language of the form.
  const { language, choose } = useLanguage();
  // The link in an email may carry the address.
  const { email } = useSearch({ strict: false }) as { email?: unknown };
  const [start] = useState(() => (typeof email === 'string' ? { ...EMPTY, email } : EMPTY));
  const [draft, setDraft] = useState(start);
  const [tried, setTried] = useState(false);
  const send = useRegistration(draft);
  const change = (part: Partial<RegisterDraft>) => setDraft((now) => ({ ...now, ...part }));
  const country = useCountry((countryCode) => change({ countryCode }));
  const countries = useMemo(() => countriesIn(t.locale), [t.locale]);
  const problems = tried ? registerProblems(draft, language) : {};
  const problem = (field: RegisterField, notValid: TextKey = 'outcome.NOT_VALID'): string | undefined => {
    const outcome = problems[field];
    return outcome && t(outcome === 'REQUIRED' ? 'outcome.REQUIRED' : notValid);
  };
  const taken = typeof send.data === 'object' && send.data.taken === draft.email;
  const busy = send.isPending;
  const question = useUnsavedScreen(draft !== start && send.data !== 'sent');

  if (send.data === 'sent') {
    return (
      <AuthLayout title={t('account.registered')} text={t('account.registeredText', { email: draft.email.trim() })}>
        <LinkButton kind="brand" size="l" wide href="/home">
          {t('account.toSignIn')}
        </LinkButton>
      </AuthLayout>
    );
  }
  const field = (name: 'firstName' | 'lastName' | 'organisationName', label: TextKey, autoComplete: string) => (
    <TextField
      label={t(label)}
      name={name}
      autoComplete={autoComplete}
      maxLength={name === 'organisationName' ? 200 : 100}
      isReadOnly={busy}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      problem={problem(name)}
    />
  );
  return (
    <AuthLayout title={t('account.register')} text={t('account.registerText')} wide>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (busy || !online) return;
          if (Object.keys(registerProblems(draft, language)).length === 0) return send.mutate();
          const form = event.currentTarget;
          requestAnimationFrame(() =>
            form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus(),
          );
        }}
      >
        <Grid columns="fit" min={180} gap={4} align="start">
          {field('firstName', 'account.firstName', 'given-name')}
          {field('lastName', 'account.lastName', 'family-name')}
        </Grid>
        {field('organisationName', 'account.organisation', 'organization')}
        <Stack gap={1}>
          <ComboBox
            label={t('account.country')}
            choices={countries}
            value={draft.countryCode}
            onChange={(countryCode) => change({ countryCode })}
            problem={problems.countryCode && country.failed ? t('account.countryUnknown') : problem('countryCode')}
            help={country.failed ? t('account.countryUnknown') : undefined}
          />
          <Row>
            <Button kind="quiet" icon={PinIcon} isPending={country.busy} onPress={country.look}>
              {t('account.countryHere')}
            </Button>
          </Row>
        </Stack>
        <Grid columns="fit" min={180} gap={4} align="start">
          <TextField
            label={t('account.phone')}
            name="tel"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            placeholder="+43 …"
            maxLength={40}
            isReadOnly={busy}
            value={draft.phone}
            onChange={(phone) => change({ phone })}
            problem={problem('phone', 'account.phoneRule')}
            help={t('account.phoneRule')}
          />
          <TextField
            label={t('auth.email')}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            isReadOnly={busy}
            value={draft.email}
            onChange={(email) => change({ email })}
            problem={
              taken
                ? t('account.emailTaken')
                : draft.email !== '' && tried && !emailSchema.safeParse(draft.email.trim()).success
                  ? t('registerForm_validEmail')
                  : problem('email', 'registerForm_validEmail')
            }
          />
        </Grid>
        <Grid columns="fit" min={180} gap={4} align="start">
          <Select
            label={t('shell.language')}
            choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
            value={language}
            onChange={(id) => choose(LANGUAGES.find((one) => one === id) ?? language)}
          />
          <Select
            label={t('account.origin')}
            placeholder={t('account.originPrompt')}
            choices={ORIGINATION_CODES.map((id) => ({ id, label: t(`account.origin.${id}`) }))}
            value={draft.originationCode}
            onChange={(id) => isOrigin(id) && change({ originationCode: id })}
            problem={problem('originationCode')}
          />
        </Grid>
        <TermsBoxes
          accepted={{ terms: draft.terms, privacy: draft.privacy }}
          onChange={change}
          problem={problems.terms || problems.privacy ? t('account.acceptNeeded') : undefined}
        />
        {!online && <Notice kind="offline">{t('auth.offline')}</Notice>}
        {send.isError && <Notice kind="error">{failureText(t, send.error)}</Notice>}
        <Button type="submit" kind="next" size="l" wide isPending={busy} isDisabled={!online}>
          {t('account.createAccount')}
        </Button>
        <BackToSignIn />
      </Form>
      {question}
    </AuthLayout>
  );
}
