/** Who acts when a command runs: one name in the log and in the audit. */
import { userInfo } from 'node:os'
import { Actor } from '#contracts/audit.ts'

const NAME_CHARACTERS_MAX = 64

/** The actor of a user; what an actor's name cannot hold becomes a hyphen. */
export const actorOfUser = (name: string): Actor =>
  Actor.parse(`cli:${name.replaceAll(/[^\w.-]/g, '-').slice(0, NAME_CHARACTERS_MAX) || 'unnamed'}`)

/** The user of this machine; one without an entry in the list of users goes by the number. */
export const commandActor = (readUser: () => { readonly username: string } = userInfo): Actor => {
  try {
    return actorOfUser(readUser().username)
  } catch {
    return actorOfUser(`uid-${process.getuid?.() ?? 'unknown'}`)
  }
}
