// Moves focus to the first invalid field after a form is submitted, so that its error is announced, including to users
// who cannot see it.

/** The form shows its errors in the same task as the submit. */
function lead({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  requestAnimationFrame(() => target.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])')?.focus());
}

export const focusFirstProblemOnSubmit = (): void => addEventListener('submit', lead);
