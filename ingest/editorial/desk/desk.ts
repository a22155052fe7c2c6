/** The desk: the pages on which the editorial team works, under `/desk`. */
import type { FastifyInstance } from 'fastify'
import type { SignedPerson } from '#contracts/staff.ts'
import { addArea, type WebArea } from '#contracts/web/area.ts'
import { DESK_COOKIES } from '../staff/session.ts'
import { DESK_ASSETS, frame } from './frame.ts'
import type { EditorDeps } from './editor/present.ts'
import { addErasures, type ErasureDeskDeps } from './erasures/routes.ts'
import { addEditor } from './editor/routes.ts'
import { addDoubts } from './routes/doubts.ts'
import { addImport, type ImportDeps } from './routes/import.ts'
import { addImpact, type ImpactDeps } from './routes/impact.ts'
import { addLists, type ListDeps } from './routes/lists.ts'
import { addTexts, type TextDeps } from './routes/texts.ts'
import { addPeople, type PeopleDeps } from './people/routes.ts'
import { addSignIn } from './sign-in/routes.ts'
import { signInArea, type SignInDeps } from './sign-in/sign-in.ts'
import { DESK_PATH, type DeskPage, type DeskWeb } from './visit.ts'
import { wordsOf, type Words } from './words/words.ts'

type Area = WebArea<SignedPerson, Words, DeskPage>

export type DeskDeps = ListDeps &
  TextDeps &
  ImpactDeps &
  ErasureDeskDeps &
  ImportDeps &
  EditorDeps &
  PeopleDeps &
  SignInDeps

/** Forms hold a text of 2 MB at most, in UTF-8 as browsers encode it for a form. */
const BODY_BYTES_MAX = 16 * 1024 * 1024
/** Autosave and previews of somebody who types count as pages. */
const PAGES_PER_MINUTE = 300

/** Adds the desk to a server. */
export const addDesk = (app: FastifyInstance, deps: DeskDeps): void => {
  const area: Area = {
    name: 'desk',
    purpose: 'desk',
    path: DESK_PATH,
    cookiePrefix: DESK_COOKIES,
    wordsOf,
    idOf: ({ id }) => id,
    ...signInArea(deps),
    limiter: deps.limiter,
    pepper: deps.pepper,
    pagesPerMinute: PAGES_PER_MINUTE,
    assets: Object.values(DESK_ASSETS),
    bodyBytesMax: BODY_BYTES_MAX,
    failedCode: 'desk_failed',
    render: frame,
    connects: true,
  }
  addArea(app, area, async (fastify, web: DeskWeb) => {
    addSignIn(fastify, deps, web)
    addPeople(fastify, deps, web)
    addLists(fastify, web, deps)
    addTexts(fastify, web, deps)
    addDoubts(fastify, web, deps)
    addImpact(fastify, web, deps)
    addErasures(fastify, web, deps)
    addEditor(fastify, web, deps)
    await addImport(fastify, web, deps)
  })
}
