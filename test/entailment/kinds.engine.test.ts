/**
 * Alterations of each kind, of sentences of our own. The misses of the shipped model stand here,
 * too: each fails as long as the model misses it, and then moves to the list above.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { EntailmentModel } from '#contracts/law/claims/entailment.ts'
import { openThreadedEntailment } from '#infra/entailment/threaded.ts'
import { SHIPPED_ENTAILMENT_DIR } from '#infra/settings.ts'

let model: EntailmentModel
beforeAll(async () => {
  model = await openThreadedEntailment(SHIPPED_ENTAILMENT_DIR)
})

const entailmentOf = async (premise: string, hypothesis: string): Promise<number> => {
  const [opinion] = await model.compare([{ premise, hypothesis }])
  return opinion?.entailment ?? Number.NaN
}

const REVISION = "Le juge peut, à la demande d'une partie, réviser le contrat ou y mettre fin."
const RUPTURE =
  "La rupture abusive du contrat par le salarié ouvre droit à des dommages et intérêts pour l'employeur."
const LEAVE =
  "Le congé commence six semaines avant la date présumée de l'accouchement et se termine dix semaines après la date de celui-ci."
const SILENCE =
  "Le silence gardé pendant deux mois par l'administration sur une demande vaut décision de rejet."
const NOTICE =
  'Sauf urgence, le bailleur informe le locataire par écrit huit jours avant le début des travaux.'

describe('an altered claim is not entailed', () => {
  test.each([
    ['modality', REVISION, "Le juge doit, à la demande d'une partie, réviser le contrat."],
    ['polarity', REVISION, "Le juge ne peut pas réviser le contrat à la demande d'une partie."],
    ['bearer', REVISION, "Le notaire peut, à la demande d'une partie, réviser le contrat."],
    [
      'number',
      LEAVE,
      "Le congé commence huit semaines avant la date présumée de l'accouchement et se termine dix semaines après.",
    ],
    [
      'title',
      SILENCE,
      "Le silence gardé pendant deux mois par l'administration sur une demande vaut décision d'acceptation.",
    ],
    [
      'time',
      NOTICE,
      'Sauf urgence, le bailleur informe le locataire par écrit huit jours après le début des travaux.',
    ],
    [
      'exception',
      NOTICE,
      'Le bailleur informe toujours, même en cas d’urgence, le locataire par écrit huit jours avant le début des travaux.',
    ],
    [
      'extension',
      NOTICE,
      'Sauf urgence, le bailleur informe le locataire par écrit huit jours avant le début des travaux, sous peine d’amende.',
    ],
    ['modality', REVISION, "Le juge est tenu de réviser le contrat à la demande d'une partie."],
    [
      'roles',
      RUPTURE,
      "La rupture abusive du contrat par l'employeur ouvre droit à des dommages et intérêts pour le salarié.",
    ],
    [
      'recipient',
      RUPTURE,
      'La rupture abusive du contrat par le salarié ouvre droit à des dommages et intérêts pour le salarié.',
    ],
  ])('%s: %s', async (_, premise, claim) => {
    expect(await entailmentOf(premise, claim)).toBeLessThan(0.5)
  })
})

describe('known misses: these altered claims are called entailed', () => {
  test.fails.each([
    [
      'order',
      LEAVE,
      "Le congé commence dix semaines avant la date présumée de l'accouchement et se termine six semaines après la date de celui-ci.",
    ],
  ])('%s: %s', async (_, premise, claim) => {
    expect(await entailmentOf(premise, claim)).toBeLessThan(0.5)
  })
})

describe('a faithful claim is entailed', () => {
  test.each([
    [REVISION, "Le juge peut réviser le contrat à la demande d'une partie."],
    [RUPTURE, RUPTURE],
    [SILENCE, "Le silence de l'administration pendant deux mois vaut rejet de la demande."],
  ])('%s', async (premise, claim) => {
    expect(await entailmentOf(premise, claim)).toBeGreaterThan(0.5)
  })
})

test.fails('known miss: digits for a number word, and a part of the sentence', async () => {
  expect(
    await entailmentOf(
      LEAVE,
      "Le congé commence 6 semaines avant la date présumée de l'accouchement.",
    ),
  ).toBeGreaterThan(0.5)
})
