// A real mail server that accepts everything and records the recipients.
import { SMTPServer } from 'smtp-server';

/** `mails`: the addresses of all recipients, in the order in which their mails arrived. */
export function mailServer(): { smtp: SMTPServer; mails: string[] } {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        mails.push(...session.envelope.rcptTo.map((one) => one.address));
        done();
      });
    },
  });
  return { smtp, mails };
}
