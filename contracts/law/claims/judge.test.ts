import { describe, expect, test } from 'vitest'
import { numberedAuthorities } from './authorities.ts'
import type { EntailmentModel, Opinion } from './entailment.ts'
import { judgeClaim, makeVerifier } from './judge.ts'
import { CLAIM_METHOD } from './method.ts'
import { joined, partOf, analyseSentence } from './sentence-analysis.ts'
import { sentencesOf } from './sentences.ts'
import { claimSource } from './claim-source.ts'
import { isCheckWorthy, isOutsideCoverage } from './check-worthy.ts'
import { datesIn } from './dates.ts'

const SOURCE = {
  title: 'Le préavis de démission',
  contentClean:
    '## Règle\n\n1. En cas de démission, le salarié respecte un préavis de trois mois. L’employeur ne peut pas l’en dispenser sans le payer.\n\n' +
    '2. Selon l’article L. 1234-1 du code du travail, le préavis de licenciement est de deux mois. La règle vaut depuis le 1er mars 2020.\n\n' +
    '3. La preuve de la démission incombe à l’employeur. Une simple absence n’interrompt pas le contrat.',
  headnotes: [],
}
const judged = (text: string) => judgeClaim(text, [{ key: 'a', source: claimSource(SOURCE) }])

const split = (text: string): string[] =>
  sentencesOf(text).map(({ start, end }) => text.slice(start, end))
const worthy = (text: string): boolean => isCheckWorthy(text, analyseSentence(text))
const verdict = (text: string) => judged(text).verdict

describe('sentences', () => {
  test('French abbreviations end no sentence', () => {
    expect(
      split('Voir art. 12, al. 2. Cass. soc., 5 mai 2020, n° 19-10.000, M. X c. Roy. Fin.'),
    ).toEqual([
      'Voir art. 12, al. 2.',
      'Cass. soc., 5 mai 2020, n° 19-10.000, M. X c. Roy.',
      'Fin.',
    ])
    expect(split('L’article L. 1234-1 s’applique. Il est clair.')).toHaveLength(2)
  })
  test('marks of headings and lists are outside of sentences', () =>
    expect(split('## Titre\n\n1. Premier point.\n- Second point.')).toEqual([
      'Titre',
      'Premier point.',
      'Second point.',
    ]))
})

describe('what a sentence says', () => {
  test('numbers in words and digits are one', () => {
    const [first] = analyseSentence('dans les 15 jours').quantities
    const [second] = analyseSentence('dans les quinze jours').quantities
    expect(first).toMatchObject({ value: 15, unit: 'jour' })
    expect(second).toMatchObject({ value: 15, unit: 'jour' })
  })
  test('dates are read in French, English and Catalan', () => {
    const parts = datesIn('le 1er mai 2020, on 4 May 2023, el 14 de novembre de 2023, en 2016').map(
      ({ day, month, year }) => [day, month, year],
    )
    expect(parts).toEqual([
      [1, 5, 2020],
      [4, 5, 2023],
      [14, 11, 2023],
      [null, null, 2016],
    ])
  })
  test('articles and numbered texts are named', () =>
    expect(
      numberedAuthorities('les articles 1103 et L. 1221-1, arrêt n° 23-99.011').flatMap(
        ({ names }) => names,
      ),
    ).toEqual(['1103', 'l1221-1', '23-99011']))
  test('a sentence without rule, number, date or citation is not check-worthy', () => {
    expect(worthy('Le soleil brille sur la ville endormie.')).toBe(false)
    expect(worthy('Le bailleur doit délivrer un logement décent.')).toBe(true)
    expect(worthy('Le bailleur doit-il délivrer un logement décent ?')).toBe(false)
  })
  test('a law that is not held is outside the coverage', () => {
    expect(isOutsideCoverage('Le droit allemand prévoit un délai de trois ans.')).toBe(true)
    expect(isOutsideCoverage('Le droit français prévoit un délai de cinq ans.')).toBe(false)
  })
})

describe('a claim compared with a source', () => {
  test.each([
    'En cas de démission, le salarié respecte un préavis de trois mois.',
    'En cas de démission, le salarié respecte un préavis de 3 mois.',
    'La règle vaut depuis le 1er mars 2020.',
    'Une simple absence n’interrompt pas le contrat.',
    'La preuve de la démission incombe à l’employeur.',
  ])('is supported by a copy, without a model and without a difference: %s', (text) =>
    expect(judged(text)).toMatchObject({
      verdict: 'supported',
      method: CLAIM_METHOD,
      differences: [],
      evidence: [{ stance: 'supports' }],
    }),
  )
  test('in other words is not supported without a model, and is not contradicted', () => {
    const said = verdict('Le salarié démissionnaire doit un préavis de 3 mois.')
    expect(['partially_supported', 'not_supported']).toContain(said)
  })
  test.each([
    ['a number', 'En cas de démission, le salarié respecte un préavis de six mois.', 'number'],
    ['a date', 'La règle vaut depuis le 1er mars 2021.', 'date'],
    ['a negation', 'Une simple absence interrompt le contrat.', 'polarity'],
    ['a party', 'La preuve de la démission incombe au salarié.', 'party'],
    [
      'a citation',
      'Selon l’article L. 1234-5 du code du travail, le préavis de licenciement est de deux mois.',
      'citation',
    ],
  ])('is contradicted where %s was altered', (_, text, kind) => {
    const { verdict: said, conflicts, differences, evidence } = judged(text)
    expect(said).toBe('contradicted')
    expect(conflicts.map((one) => one.kind)).toContain(kind)
    expect(differences.length).toBeGreaterThan(0)
    expect(evidence.map(({ stance }) => stance)).toEqual(['contradicts'])
  })
  test('is not supported where the source is silent', () => {
    const { verdict: said, evidence } = judged(
      'Le locataire restitue les clés au propriétaire du logement.',
    )
    expect(said).toBe('not_supported')
    expect(evidence.filter(({ stance }) => stance !== 'near')).toEqual([])
  })
  test('without sources nothing is supported', () =>
    expect(judgeClaim('Le salarié respecte un préavis.', []).verdict).toBe('not_supported'))
})

const RULE = {
  title: 'La protection de la salariée enceinte',
  contentClean:
    '1. Le licenciement d’une salariée enceinte est nul, sauf faute grave étrangère à la grossesse.\n\n' +
    '2. La salariée peut reprendre son poste à tout moment. L’employeur doit conserver le dossier médical.\n\n' +
    '3. Seul le médecin du travail constate l’inaptitude. La perte d’une chance ne se répare jamais en entier.\n\n' +
    '4. L’employeur propose un poste, à moins que le médecin ne s’y oppose. Un accord peut fixer la durée du préavis.\n\n' +
    '5. Le gardien ne s’exonère qu’en prouvant la faute de la victime.',
  headnotes: [],
}
const NO_POWER = {
  title: 'La révision du contrat',
  contentClean:
    'Aucun texte n’autorise le juge à réviser un contrat. L’acheteur n’est pas tenu de payer le prix d’avance.',
  headnotes: [],
}
const judgedBy = (source: Parameters<typeof claimSource>[0]) => (text: string) =>
  judgeClaim(text, [{ key: 'a', source: claimSource(source) }]).verdict
const overRule = judgedBy(RULE)

const kinds = (text: string): string[] => analyseSentence(text).strength.map(({ kind }) => kind)
const lacking = (text: string): string[] =>
  analyseSentence(text).tokens.flatMap((token) => (token.lacking ? [token.folded] : []))

describe('the strength of a claim', () => {
  test.each([
    'Le licenciement d’une salariée enceinte est toujours nul.',
    'Le licenciement d’une salariée enceinte est nul sans exception.',
    'Tout licenciement d’une salariée enceinte est nul.',
    'Seule la salariée peut reprendre son poste à tout moment.',
    'La salariée doit reprendre son poste à tout moment.',
    'L’employeur peut conserver le dossier médical.',
    'L’employeur propose un poste en toutes circonstances.',
    'L’employeur propose uniquement un poste.',
    'Un accord doit fixer la durée du préavis.',
    'Un accord fixe obligatoirement la durée du préavis.',
  ])('beyond its source it is not supported: %s', (text) =>
    expect(overRule(text)).not.toBe('supported'),
  )
  test.each([
    'Le licenciement d’une salariée enceinte est nul, sauf faute grave étrangère à la grossesse.',
    'La salariée peut reprendre son poste à tout moment.',
    'L’employeur doit conserver le dossier médical.',
    'Seul le médecin du travail peut constater l’inaptitude.',
    'La perte d’une chance ne se répare jamais en entier.',
    'Un accord peut fixer la durée du préavis.',
    'Le gardien ne peut s’exonérer qu’en prouvant la faute de la victime.',
  ])('as its source says it, it is supported: %s', (text) =>
    expect(overRule(text)).toBe('supported'),
  )
  test.each([
    'Le juge doit réviser le contrat.',
    'Le juge peut réviser le contrat.',
    'L’acheteur doit payer le prix d’avance.',
  ])('against a power or a duty that its source denies it is not supported: %s', (text) => {
    const { verdict: said } = judgeClaim(text, [{ key: 'a', source: claimSource(NO_POWER) }])
    expect(said).not.toBe('supported')
  })
  test('exclusive wording is distinguished from the rest', () => {
    expect(kinds('Seul le juge peut le dire.')).toEqual(['only'])
    expect(kinds('La seule violation ne suffit pas.')).toEqual([])
    expect(kinds('C’est à elle seule une faute.')).toEqual([])
    expect(kinds('Ce n’est qu’une irrégularité.')).toEqual([])
    expect(kinds('Il ne s’exonère qu’en prouvant la faute.')).toEqual(['needs'])
    expect(kinds('non seulement plus cher, mais impossible')).toEqual([])
  })
})

describe('negations', () => {
  test('what is needed is no contradiction of `ne … sans`', () =>
    expect(
      judgeClaim('L’accord du salarié est nécessaire pour modifier le plan de travail.', [
        {
          key: 'a',
          source: claimSource({
            title: 'Le plan de travail',
            contentClean: 'Le plan de travail ne peut être modifié sans l’accord du salarié.',
            headnotes: [],
          }),
        },
      ]).verdict,
    ).not.toBe('contradicted'))
  test('a fault is not a lack, and `faute de` is', () => {
    expect(lacking('Une faute de la victime réduit son indemnité.')).toEqual([])
    expect(lacking('Faute de recherche et de consultation, il est nul.')).toEqual([
      'recherche',
      'consultation',
    ])
    expect(lacking('Le plafond est sans effet en présence d’un dol.')).toEqual([])
    expect(lacking('Elle vide l’obligation essentielle de sa substance.')).toEqual(['substance'])
  })
})

test('two joined sentences are analysed like one text', () => {
  const [first, second] = [
    'Le délai est de cinq ans, selon l’article 2224.',
    'il court du 1er mai 2020 et ne peut jamais être suspendu.',
  ]
  const whole = analyseSentence(`${first} ${second}`)
  const made = joined(analyseSentence(first), analyseSentence(second), first.length + 1)
  expect(made).toEqual(whole)
  expect(partOf(whole, 0, first.length)).toEqual(analyseSentence(first))
})

describe('a duty that the text itself denies', () => {
  const RENEGOTIATION = {
    title: 'Contrat',
    contentClean:
      "Le débiteur ne répond que du dommage prévisible lors du contrat. La clause pénale fixe d'avance la réparation. Aucun texte général n'autorise le juge à réviser un contrat devenu trop onéreux. Les tribunaux s'en tiennent à la force obligatoire de la convention : les parties rédigent leur clause de renégociation.",
    headnotes: [],
  }
  const ruled = judgedBy(RENEGOTIATION)

  test('is not supported by the words of the next sentence', () => {
    expect(ruled("Le juge doit réviser le contrat en cas d'imprévision.")).not.toBe('supported')
    expect(ruled('Le juge peut réviser le contrat.')).not.toBe('supported')
  })
  test('while a true claim stays supported', () =>
    expect(ruled("Les tribunaux s'en tiennent à la force obligatoire de la convention.")).toBe(
      'supported',
    ))
})

const saying = (opinion: Opinion): EntailmentModel => ({
  model: 'test@0',
  compare: async (pairs) => pairs.map(() => opinion),
})

describe('a verifier with a model', () => {
  const COPY = 'En cas de démission, le salarié respecte un préavis de trois mois.'
  const sources = [{ key: 'a', source: claimSource(SOURCE) }]
  const entails: Opinion = { entailment: 0.98, neutral: 0.01, contradiction: 0.01 }
  const isNeutral: Opinion = { entailment: 0.02, neutral: 0.97, contradiction: 0.01 }
  const broken: EntailmentModel = {
    ...saying(entails),
    compare: () => Promise.reject(new Error('broken')),
  }

  test('names it in its method, and supports a copy that it finds entailed', async () => {
    const verifier = makeVerifier(saying(entails))
    expect(verifier.method).toBe(`${CLAIM_METHOD}+test@0`)
    expect(await verifier.judge(COPY, sources)).toMatchObject({
      verdict: 'supported',
      method: verifier.method,
    })
  })

  test('lets it take support away, as a difference of its own', async () => {
    const { verdict: said, differences } = await makeVerifier(saying(isNeutral)).judge(
      COPY.replace('trois', '3'),
      sources,
    )
    expect(said).not.toBe('supported')
    expect(differences).toEqual([{ kind: 'entailment', said: null, source: null }])
  })

  test('lets it take nothing from a copy', async () =>
    expect((await makeVerifier(saying(isNeutral)).judge(COPY, sources)).verdict).toBe('supported'))

  test.each([
    'En cas de démission, le salarié respecte un préavis de six mois.',
    'La règle vaut depuis le 1er mars 2021.',
    'Une simple absence interrompt le contrat.',
    'La preuve de la démission incombe au salarié.',
  ])('never supports what a source denies, whatever the model finds: %s', async (text) => {
    for (const opinion of [entails, isNeutral])
      expect((await makeVerifier(saying(opinion)).judge(text, sources)).verdict).toBe(
        'contradicted',
      )
  })

  test('asks the model nothing where no passage is near', async () => {
    const { verdict: said } = await makeVerifier(broken).judge('Xyz.', sources)
    expect(said).toBe('not_supported')
  })

  test('judges by rules where the model fails, and then names none', async () => {
    const faults: unknown[] = []
    const verifier = makeVerifier(broken, (fault) => faults.push(fault))
    expect(await verifier.judge(COPY, sources)).toEqual(judgeClaim(COPY, sources))
    expect(faults).toHaveLength(1)
  })

  test('rejects where nobody takes the fault, or where the request has ended', async () => {
    await expect(makeVerifier(broken).judge(COPY, sources)).rejects.toThrow('broken')
    const signal = AbortSignal.abort()
    const verifier = makeVerifier(broken, () => undefined)
    await expect(verifier.judge(COPY, sources, { signal })).rejects.toThrow('broken')
  })
})

const against = (claim: string, contentClean: string, over: object = {}) =>
  judgeClaim(claim, [
    { key: 'a', source: claimSource({ title: '', contentClean, headnotes: [], ...over }) },
  ])

describe('what a court states in other words than its publisher', () => {
  test('is denied by both sides, however long the subject of the denial is', () => {
    const { verdict: said, differences } = against(
      'Aucune des pièces du registre ne mentionnant la livraison, la preuve peut être faite par témoins.',
      'Aucune des pièces versées au registre que tenait alors le dépositaire du navire ne mentionnant la livraison, la preuve pouvait être faite par témoins.',
    )
    expect(said).not.toBe('contradicted')
    expect(differences.filter(({ kind }) => kind === 'polarity')).toEqual([])
  })

  test('but not by a denial of another clause', () => {
    const { differences } = against(
      'Le registre mentionne la livraison au dépositaire.',
      'Aucune pièce n’est requise ; le registre ne mentionne la livraison que si le dépositaire la demande.',
    )
    expect(differences.filter(({ kind }) => kind === 'polarity')).toEqual([])
  })

  const RULING =
    'Moyen\n\nL’armateur fait grief à l’arrêt de déclarer sa demande tardive, alors « que l’avis donné au dépositaire interrompt le délai de prescription de la demande de remise ».\n\n' +
    'Réponse de la Cour\n\nIl résulte de l’article 12 que l’avis donné au dépositaire n’interrompt pas le délai de prescription de la demande de remise.'
  const decision = { contentType: 'jurisprudence' } as const

  test('is not contradicted by what a party pleads', () =>
    expect(
      against(
        'L’avis donné au dépositaire n’interrompt jamais le délai de prescription de la demande de remise.',
        RULING,
        decision,
      ).verdict,
    ).not.toBe('contradicted'))

  test('is what supports a claim, and not a plea, unless the claim copies it', () => {
    const pleaded =
      'L’avis donné au dépositaire interrompt le délai de prescription de la demande de remise.'
    expect(against(pleaded, RULING, decision).verdict).toBe('contradicted')
    const only = RULING.slice(0, RULING.indexOf('Réponse'))
    const alone = against(pleaded, `${only}Réponse de la Cour\n\nLa Cour casse l’arrêt.`, decision)
    expect(alone.verdict).toBe('partially_supported')
    expect(alone.differences).toContainEqual({ kind: 'plea', said: null, source: null })
  })

  test('is not contradicted by a passage on something else that shares its court and day', () =>
    expect(
      against(
        'La cour d’appel de Tamar, le 3 mai 2021 (n° 20/00011), l’applique faute de faute lourde.',
        'La perte du colis est établie. Sur le montant, la cour relève que l’article 12 du même code n’écarte la limite de réparation que pour la faute lourde ou dolosive.\n\nLe contrat est daté de mai. Le bailleur de Tamar a fait appel. Le vendeur paie. La vente est parfaite.',
        { ...decision, title: 'Cour d’appel de Tamar, 3 mai 2021, n° 20/00011' },
      ).verdict,
    ).not.toBe('contradicted'))

  test('may name an act by its date, which is no date of the facts', () => {
    const { conflicts } = against(
      'Cette règle respecte la réserve que le Conseil a émise dans sa décision n° 2019-41 QPC du 4 avril 2019.',
      'Par un arrêt du 12 mai 2022 la Cour a changé cette règle, et cette règle respecte la réserve que le Conseil a émise dans sa décision.',
    )
    expect(conflicts).toEqual([])
  })

  test('may cite what another passage of the same text cites', () => {
    const { verdict: said } = against(
      'Selon l’article L. 310-4 du code, le comité peut demander une expertise avant la négociation.',
      'L’article L. 310-4 du code traite des expertises. Selon l’article L. 310-5 du code, le comité peut demander une expertise avant la négociation.',
    )
    expect(said).toBe('partially_supported')
  })

  test('names treaties in the same order, with a capital or without', () => {
    const text =
      'Selon le traité et la Charte des ports (la Charte), et le Traité de Tamar, le citoyen vote à la Diète'
    expect(against(`${text}, notamment.`, `${text}, et non ailleurs.`).conflicts).toEqual([])
  })

  test.each([
    ['L’arrêté … la fermeture est publié.', 'prévoyant', 'ne prévoyant pas'],
    ['Le juge … réviser le contrat imprévu.', 'peut', 'ne peut pas'],
    ['La fermeture du magasin … résiliation du bail.', 'emporte', 'n’emporte pas'],
    ['La clause du bail est déclarée … par le juge.', 'valable', 'non valable'],
  ] as const)(
    'is shown as it is written, with what denies it: %s',
    (sentence, affirmed, denied) => {
      const [one, other] = [affirmed, denied].map((words) => sentence.replace('…', words))
      expect(against(one ?? '', other ?? '').differences).toContainEqual({
        kind: 'polarity',
        said: affirmed,
        source: denied,
      })
      expect(against(other ?? '', one ?? '').differences).toContainEqual({
        kind: 'polarity',
        said: denied,
        source: affirmed,
      })
    },
  )
})
