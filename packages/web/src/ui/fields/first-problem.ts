// Moves focus to the first invalid field after a form is submitted, so that its error is announced, including to users
// who cannot see it.

/** The form shows its errors in the same task as the submit. */
function focusFirstProblem(form: Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])')?.focus());
}

/** Dialogs save by a button beside their fields, which may be scrolled out of view. */
function ofButton(target: EventTarget | null): Element | null {
  const button = target instanceof Element && target.closest('.ui-dialog-foot [data-kind="next"]');
  return button ? button.closest('[role="dialog"]') : null;
}

export function focusFirstProblemOnSubmit(): void {
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && focusFirstProblem(target));
  // While the click comes down: a pressed button lets no click rise to the window.
  addEventListener(
    'click',
    ({ target }) => {
      const dialog = ofButton(target);
      if (dialog) focusFirstProblem(dialog);
    },
    true,
  );
}
