/**
 * Words that stand everywhere and name nothing, folded. Negations and what limits a rule (`sans`,
 * `ni`, `sauf`, `hors`, `contre`, `avant`, `après`, `non`) are kept: in law they carry the meaning,
 * and leaving them out measured no better. `été` is kept too: it is a season before it is a
 * participle.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // articles, contractions, single letters left by an elision
    'a au aux c d de des du j l la le les m n s t un une y',
    // pronouns and determiners
    'ca ce ceci cela celle celles celui ces cet cette ceux chacun chacune chaque dont elle elles en eux il ils je lequel',
    'laquelle lesquels lesquelles leur leurs lui ma me mes moi mon nos notre nous on quel quelle quelles quels quelqu',
    'quelque quelques quelquun qui quoi que qu sa se ses si sien sienne soi son ta te tes toi ton tel telle telles tels',
    'tous tout toute toutes tu vos votre vous aucun aucune autre autres meme memes',
    // prepositions and conjunctions
    'afin ainsi alors aussi car chez comme dans donc entre et lors lorsque mais or ou par pour puisque quand sous sur vers',
    'jusque quoique selon notamment tres peu plus',
    // auxiliaries
    'ai aie aient ait as aura aurait auraient auront avait avaient avec avez avons ayant es est etaient etait etant etes',
    'etre eu eut ont sera serait seraient seront soient sois soit sommes sont fut furent',
    'peut peuvent pourra pourront pourrait pourraient doit doivent devra devront devrait devraient',
    // negation that only frames another word
    'ne pas',
    // what stands around a number, and words of other languages that are as empty
    'no the of and to in is els els dels als amb per una uns unes',
    'aujourdhui cas fait faut ci',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Words that make a question and say nothing of its subject (`Comment …`, `Que faire quand …`).
 * Texts keep them; a query leaves them out while it has other words.
 */
export const QUESTION_WORDS =
  'comment combien pourquoi quand savoir faire avoir falloir faudra existe'
