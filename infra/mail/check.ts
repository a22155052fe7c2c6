/** What `pandect doctor` says of the server of mail: never the words of the server. */
import { isThisMachine } from '#contracts/webhooks/target.ts'
import { faultOfSmtp, type SmtpOptions, verifySmtp } from './smtp.ts'

const REPAIRS = {
  address_unknown: 'its name has no address. Repair: correct the host of SMTP_URL',
  connect_failed: 'no connection. Repair: start the server, or correct host and port of SMTP_URL',
  tls_failed:
    'TLS failed, or the server offers none. Repair: take smtps:// for port 465, or a server whose certificate is valid for its name (NODE_EXTRA_CA_CERTS names an authority of your own)',
  answer_timeout: 'no answer in time. Repair: correct host and port of SMTP_URL',
  login_refused: 'it refuses the login. Repair: correct user and password in SMTP_URL',
} as const

export const checkSmtp = async (
  options: SmtpOptions,
  signal: AbortSignal,
): Promise<{ readonly ok: boolean; readonly note: string }> => {
  const { protocol, hostname, username } = new URL(options.url)
  try {
    await verifySmtp(options, signal)
    const tls =
      protocol === 'smtps:' ? 'TLS' : isThisMachine(hostname) ? 'on this machine' : 'STARTTLS'
    return { ok: true, note: `reachable, ${tls}, ${username === '' ? 'no login' : 'login taken'}` }
  } catch (error) {
    return { ok: false, note: REPAIRS[faultOfSmtp(error)] }
  }
}
