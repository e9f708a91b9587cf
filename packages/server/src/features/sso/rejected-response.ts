// A provider's response that is not accepted. Strangers learn only that it failed; a person testing the provider learns
// why.
import type { SignOnProblem } from '@plumbline/core/features/sso/sign-on-contract';

export class SignOnRejected extends Error {
  readonly problem: SignOnProblem;
  readonly detail: string;
  constructor(problem: SignOnProblem, detail = '') {
    super(`${problem}: ${detail}`);
    this.name = 'SignOnRejected';
    this.problem = problem;
    this.detail = detail;
  }
}
