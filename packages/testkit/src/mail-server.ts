// A real mail server that takes whatever comes and notes for whom it was.
import { SMTPServer } from 'smtp-server';

/** `mails`: the addresses of all recipients, in the order their mails came. */
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
