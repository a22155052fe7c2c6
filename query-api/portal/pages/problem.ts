import { html } from 'ghtml'
import type { Visit } from '../guard.ts'
import { ACCOUNT_PATH, type Page } from './layout.ts'

export type ProblemName = 'forbidden' | 'notFound' | 'failed' | 'invalid' | 'insecure'

const page = ({ words }: Visit, title: string, text: string): Page => ({
  title,
  once: true,
  content: html`
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${ACCOUNT_PATH}">${words.problems.home}</a></p>
  `,
})

export const problemPage = (visit: Visit, name: ProblemName): Page =>
  page(visit, visit.words.problems[name], visit.words.problems[`${name}Text`])

export const limitedPage = (visit: Visit, seconds: number): Page =>
  page(visit, visit.words.problems.limited, visit.words.problems.limitedText(seconds))
