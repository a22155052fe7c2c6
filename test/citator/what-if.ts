import { type ArticleId, Day, Instant, Position, TreatmentId } from '#contracts/ids.ts'

/** A confirmed overruling by the plenary Court of cassation that no one recorded. */
export const overruling = (articleId: ArticleId, sequence: number, head: number) =>
  ({
    type: 'TreatmentRecorded',
    recordedAt: Instant.parse('2026-04-01T00:00:00.000Z'),
    position: Position.parse(head + 1),
    data: {
      treatment: {
        id: TreatmentId.parse('a0000000-0000-5000-8000-000000000001'),
        type: 'overruled',
        source: {
          slug: null,
          ecli: null,
          courtCode: 'fr.ccass',
          formation: 'pl',
          pinpoint: null,
          quote: null,
        },
        target: { articleId, headnoteSequence: sequence },
        polarity: 'negative',
        effectiveDate: Day.parse('2026-04-01'),
        status: 'confirmed',
        confidencePercent: null,
        by: 'what-if',
      },
    },
  }) as const
