// The messages between the parent and the rendering process.
import type { ImportProblem } from '@plumbline/core/features/imports/stages';
import type { BuiltModel } from './engines/ifc/build-model.ts';
import type { PrintOrder } from './engines/print/print-in-process.ts';
import type { RenderStage } from './render-error.ts';
import type {
  Inspected,
  LinesOptions,
  PagePreview,
  Rendered,
  RenderOptions,
  RenderProgress,
  Scan,
  ScanOptions,
  WantedPreview,
} from './results.ts';

export type Job =
  | { readonly kind: 'print'; readonly order: PrintOrder }
  | {
      readonly kind: 'inspect';
      readonly path: string;
      readonly name: string;
      /** Whether titles are read from the pages themselves. */
      readonly titles: boolean;
      /** Where to write the words of the pages. */
      readonly wordsOut?: string | undefined;
    }
  | { readonly kind: 'previews'; readonly path: string; readonly wanted: readonly WantedPreview[] }
  | ({ readonly kind: 'lines'; readonly path: string; readonly page: number } & LinesOptions)
  | ({ readonly kind: 'scan'; readonly path: string; readonly page: number } & ScanOptions)
  | ({
      readonly kind: 'render';
      readonly path: string;
      readonly page: number;
      readonly folder: string;
    } & RenderOptions)
  | {
      readonly kind: 'model';
      readonly path: string;
      readonly name: string;
      readonly folder: string;
      /** Express ids of the elements to leave out. */
      readonly leaveOut: readonly number[];
    };

/** What the process is told: the job, and whether it waits for another one afterwards. */
export type JobMessage = { readonly job: Job; readonly stays: boolean };

/** The result of each kind of job. */
export interface Results {
  readonly inspect: Inspected;
  readonly previews: null;
  readonly render: Rendered;
  /** False for an image, which has no lines. */
  readonly lines: boolean;
  readonly scan: Scan;
  readonly print: null;
  readonly model: BuiltModel;
}

/** Resources the process has used. */
export interface ResourceUse {
  /** Bytes. */
  readonly peakMemory: number;
  /** Milliseconds of all its threads. */
  readonly cpuTime: number;
}

export type Reply =
  | { readonly type: 'progress'; readonly stage: Parameters<RenderProgress>[0]; readonly share: number }
  | { readonly type: 'preview'; readonly preview: PagePreview }
  | { readonly type: 'done'; readonly result: Results[keyof Results]; readonly used: ResourceUse }
  | {
      readonly type: 'failed';
      readonly problem: ImportProblem;
      readonly stage: RenderStage;
      readonly message: string;
      readonly line?: number | undefined;
      readonly isPermanent: boolean;
    };
