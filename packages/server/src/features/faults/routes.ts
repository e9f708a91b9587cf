// Receives error reports from browsers: writes them to the log, or forwards them to the operator's error tracker.
import { type FaultReport, reportFaults } from '@plumbline/core/features/faults/contract';
import { withoutSecrets } from '@plumbline/core/features/faults/secrets';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import type { Serve } from '../../http/serve.ts';
import type { Services } from '../../platform/services.ts';

/** Timeout for the error tracker in milliseconds. */
const TIMEOUT_MS = 5_000;

async function forwardFaults({ config, log }: Services, url: string, faults: readonly FaultReport[], agent: string) {
  const body = JSON.stringify({ source: config.publicUrl, agent, faults });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await reply.body?.cancel();
    if (!reply.ok) log.warn({ status: reply.status }, 'browser errors could not be forwarded');
  } catch (error) {
    log.warn({ err: error }, 'browser errors could not be forwarded');
  }
}

export function faults(serve: Serve, services: Services): void {
  const { config, log, pool, clock } = services;
  serve(reportFaults, async ({ request }, { body }) => {
    const { faultReports } = config;
    if (faultReports === 'off') return;
    await take(pool, [{ bucket: `faults:${clientAddress(request.ip)}`, max: 20, windowMs: 60_000 }], clock.now());
    const agent = String(request.headers['user-agent'] ?? '').slice(0, 300);
    // Browsers already redact these; the log must not depend on that.
    const reportedFaults = body.faults.map((fault) => ({
      ...fault,
      message: withoutSecrets(fault.message),
      stack: withoutSecrets(fault.stack),
      path: withoutSecrets(fault.path),
    }));
    if (faultReports === 'log') {
      for (const fault of reportedFaults) log.warn({ fault, agent }, 'browser error');
      return;
    }
    await forwardFaults(services, faultReports, reportedFaults, agent);
  });
}
