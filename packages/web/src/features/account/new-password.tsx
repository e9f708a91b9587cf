// New password entered twice, with its requirements shown while typing.
import {
  missingClasses,
  type PasswordOwner,
  passwordProblem,
  passwordStrength,
} from '@plumbline/core/features/auth/password-policy';
import type { TextKey } from '@plumbline/locales/keys';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import '../../ui/layout/settings-section.css';

export type NewPassword = { password: string; repeat: string };

/** Outcome codes for the two entries; empty when they may be submitted. */
export function newPasswordProblems(
  { password, repeat }: NewPassword,
  person: PasswordOwner,
  least: number,
): Partial<NewPassword> {
  const problem = passwordProblem(password, person, least);
  return {
    ...(problem && { password: problem }),
    ...(repeat === '' ? { repeat: 'REQUIRED' } : repeat !== password && { repeat: 'NOT_MATCH' }),
  };
}

/** What is said about the repetition while it is typed: a difference is named once it is as long as the password. */
export function repeatOutcome({ password, repeat }: NewPassword): 'MATCH' | 'NOT_MATCH' | undefined {
  if (repeat === '') return undefined;
  if (repeat === password) return 'MATCH';
  return repeat.length >= password.length || !password.startsWith(repeat) ? 'NOT_MATCH' : undefined;
}

const STRENGTH = ['', 'account.weak', 'account.fair', 'account.good', 'account.strong'] as const satisfies (
  | TextKey
  | ''
)[];

type Props = {
  entered: NewPassword;
  person: PasswordOwner;
  /** Minimum number of characters, as set by the organisation. */
  minLength: number;
  /** Outcome codes of the last submission. */
  problems: Partial<NewPassword>;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  onChange: (change: Partial<NewPassword>) => void;
};

export function NewPasswordFields({
  entered,
  person,
  minLength,
  problems,
  isReadOnly = false,
  autoFocus = false,
  onChange,
}: Props) {
  const t = useT();
  const outcome = repeatOutcome(entered);
  const strength = passwordStrength(entered.password, person);
  const word = STRENGTH[strength];
  // While the field itself shows its problem, naming it again would only repeat it.
  const isNamed = entered.password === '' || problems.password !== undefined;
  const missing = isNamed ? undefined : passwordProblem(entered.password, person, minLength);
  const problemText = (outcome: string | undefined) =>
    outcome === undefined
      ? undefined
      : outcome === 'TOO_SHORT'
        ? t('outcome.TOO_SHORT_FOR', { min: minLength })
        : t(`outcome.${outcome}` as TextKey);
  // While typing, only what is still missing is named.
  const advice =
    missing === 'NOT_CONTAINING_REQUIRED_VALUES'
      ? t('account.passwordLacks', {
          what: missingClasses(entered.password)
            .map((name) => t(`account.passwordLacks.${name}`))
            .join(', '),
        })
      : problemText(missing);
  return (
    <>
      <Stack className="new-password">
        <PasswordField
          label={t('account.newPassword')}
          name="new-password"
          autoComplete="new-password"
          autoFocus={autoFocus}
          isReadOnly={isReadOnly}
          value={entered.password}
          onChange={(password) => onChange({ password })}
          problem={problemText(problems.password)}
          help={t('account.passwordNeeds', { min: minLength })}
        />
        <Grid gap={1} size="s" ink={2} least={28} className="password-strength" data-strength={strength}>
          <span aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </span>
          <span aria-live="polite">{[word && t(word), advice].filter(Boolean).join(' · ')}</span>
        </Grid>
      </Stack>
      <PasswordField
        label={t('account.repeatPassword')}
        name="repeat-password"
        autoComplete="new-password"
        isReadOnly={isReadOnly}
        value={entered.repeat}
        onChange={(repeat) => onChange({ repeat })}
        problem={problemText(problems.repeat ?? (outcome === 'NOT_MATCH' ? outcome : undefined))}
        help={outcome === 'MATCH' ? t('account.passwordsMatch') : undefined}
      />
    </>
  );
}
