// A file that cannot be taken in, however often it is tried.
import type { FileProblem } from '@plumbline/core/features/datasets/contract';

export class TableProblem extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
