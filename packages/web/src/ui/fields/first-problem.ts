// Where a form was sent and something in it is wrong, the first such field gets the focus: it tells what is wrong, also to who does not see it.

/** The form shows its problems in the turn in which it was sent. */
function lead({ target }: Event): void {
  if (!(target instanceof HTMLFormElement)) return;
  requestAnimationFrame(() => target.querySelector<HTMLElement>('[aria-invalid="true"]:not([disabled])')?.focus());
}

export const leadToProblems = (): void => addEventListener('submit', lead);
