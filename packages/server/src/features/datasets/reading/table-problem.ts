// A permanent problem with a file: retrying does not help.
import type { FileProblem } from '@plumbline/core/features/datasets/contract';

export class TableProblem extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
