import type { MigrationProblem } from '@plumbline/core/features/archives/import';

/** The archive cannot be imported. `detail` names the file or row concerned. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
  readonly problem: MigrationProblem;
  readonly detail: string;

  constructor(problem: MigrationProblem, detail = '') {
    super(`${problem} ${detail}`);
    this.problem = problem;
    this.detail = detail.slice(0, 500);
  }
}
