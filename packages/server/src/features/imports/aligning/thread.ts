// Worker thread that searches for a new drawing on earlier ones, to keep the main process responsive.
import { parentPort, workerData } from 'node:worker_threads';
import { compose, invert, toSimilarity } from '@plumbline/core/site/geometry/alignment';
import type { AlignmentRequest, AlignmentResult } from './align-worker.ts';
import type { Grey, PixelRotation } from './grey.ts';
import { greyOf } from './pictures.ts';
import { CONFIDENT_FIT, finished, propose } from './propose.ts';
import { inPlanSpace, transformOf } from './sheet-transform.ts';

const size = ({ width, height }: Grey) => ({ widthPt: width, heightPt: height });

async function align({ sheet, current, first }: AlignmentRequest): Promise<AlignmentResult> {
  const moving = await greyOf(Buffer.from(sheet));
  const upon = await greyOf(Buffer.from(current.picture));
  // Usually a drawing has the same position on its new sheet as on the old one.
  const found = propose(upon, moving, { p: upon.width / moving.width, q: 0, u: 0, v: 0 });
  if (!found) return null;
  const near = inPlanSpace(transformOf(found, moving, upon), found.fit, current);
  if (!first || found.fit < CONFIDENT_FIT) return near;
  // Measured against the first sheet if enough of it is left, so that errors do not accumulate over revisions.
  const origin = await greyOf(Buffer.from(first.picture));
  const { scale, angle, dx, dy } = toSimilarity(
    compose(invert(first.alignment), near.alignment),
    size(moving),
    size(origin),
  );
  const start: PixelRotation = { p: scale * Math.cos(angle), q: scale * Math.sin(angle), u: dx, v: dy };
  const direct = finished(origin, moving, start);
  return direct.fit >= CONFIDENT_FIT ? inPlanSpace(transformOf(direct, moving, origin), found.fit, first) : near;
}

parentPort?.postMessage(await align(workerData as AlignmentRequest));
