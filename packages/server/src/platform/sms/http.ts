// Sends text messages through a provider's HTTP API: a POST of {to, text, id} as JSON with a bearer token. Most
// providers accept this format or need only a small relay.
import type { Sms } from './sms.ts';

const TIMEOUT_MS = 15_000;

export function httpSms(url: string, token: string): Sms {
  return {
    arrives: true,
    async send({ messageId, to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': messageId,
        },
        body: JSON.stringify({ id: messageId, to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      // The text contains a code, so the error contains no part of the message.
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
    },
  };
}
