// What all forms do when they are submitted. A form is submitted once, however fast its button is pressed; not while a
// field holds input that it could not take; and focus moves to the first invalid field, so that its error is announced,
// including to users who cannot see it.

/** The form shows its errors in the same task as the submit. */
function focusFirstProblem(form: Element): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])')?.focus());
}

const pressed = new WeakSet<Element>();

/**
 * Whether this is the first press within a frame. A form is disabled while it is being saved, but only from the next
 * frame on.
 */
export function isFirstInFrame(element: Element): boolean {
  if (pressed.has(element)) return false;
  pressed.add(element);
  requestAnimationFrame(() => setTimeout(() => pressed.delete(element)));
  return true;
}

/** Whether a field holds input that it could not take, such as 31 February: saving would leave it out unnoticed. */
export function holdsRefusedInput(form: Element): boolean {
  const refused = form.querySelector('[data-refused]') !== null;
  if (refused) focusFirstProblem(form);
  return refused;
}

/** Dialogs save by a button beside their fields, which may be scrolled out of view. */
export function dialogOf(button: Element): Element | null {
  return button.closest('.ui-dialog-foot [data-kind="next"]') && button.closest('[role="dialog"]');
}

export function watchForms(): void {
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && focusFirstProblem(target));
  // While the event comes down, before any form reads it.
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || (isFirstInFrame(form) && !holdsRefusedInput(form))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  // While the click comes down: a pressed button lets no click rise to the window.
  addEventListener(
    'click',
    ({ target }) => {
      const dialog = target instanceof Element && dialogOf(target);
      if (dialog) focusFirstProblem(dialog);
    },
    true,
  );
}
