import type { FastifyInstance } from 'fastify'
import type { DeskWeb } from '../visit.ts'
import { addAccount } from './account.ts'
import { addInvitation } from './invitation.ts'
import { addSessions, type SignInDeps } from './sign-in.ts'

/** Adds signing in, invitations and one's own account to the desk. */
export const addSignIn = (area: FastifyInstance, deps: SignInDeps, web: DeskWeb): void => {
  addSessions(area, deps, web)
  addInvitation(area, deps, web)
  addAccount(area, deps, web)
}
