/** Words of the pages about erasures, in both languages. */
import type { ErasureGround } from '#contracts/events/article.ts'
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import type { ErasedCopy } from '../../erasure/copies.ts'
import type { KeptVersion } from '../../erasure/overview.ts'
import type { ErasureStep } from '../../erasure/ports.ts'

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many)
const pluralFr = (count: number, one: string, many: string): string => (count < 2 ? one : many)

const groundsEn: Readonly<Record<ErasureGround, string>> = {
  'court-occultation': 'A court withheld names',
  'gdpr-17': 'Right to erasure (article 17 GDPR)',
  order: 'Order of a court or an authority',
}
const keptEn: Readonly<Record<KeptVersion | 'erasure-not-deleted', string>> = {
  'version-live': 'Its words are public. Publish a version without them first.',
  'already-erased': 'Its words were erased.',
  'erasure-not-deleted': 'Possible only once the text is deleted.',
}
/** Where copies are, and what becomes of them. */
const copiesEn: Readonly<Record<ErasedCopy, readonly [where: string, what: string]>> = {
  log: [
    'The log, and what Kafka has of it',
    'Their keys are destroyed: nobody can read the facts any more.',
  ],
  treatments: [
    'What treatments quote of these words, or say of them',
    'Their keys are destroyed. Kind, day and effect of the treatment stay.',
  ],
  texts: ['Long texts and their vectors', 'Removed, unless a text that stays has the same.'],
  'read-models': ['What readers are shown, and the search index', 'Made anew, without the words.'],
  'rollback-generation': ['The previous state of the read models', 'Removed.'],
  desk: [
    'Lists of the desk, unsaved drafts, kept answers',
    'Made anew or removed, where they are about this text.',
  ],
  webhooks: [
    'Messages to subscribers',
    'Removed here. Subscribers are told that the version was erased.',
  ],
  receipts: [
    'Receipts that accounts keep',
    'They lose address, hash and signature of this text. Time and price stay.',
  ],
  pages: [
    'Pages of the database and its write-ahead log',
    'Written anew. Readers and editors may have to wait for a moment.',
  ],
  backups: [
    'Backups',
    'A backup of the keys from before still opens them: delete it in every place.',
  ],
}
const stepsEn: Readonly<Record<ErasureStep, string>> = {
  'read-models': 'Make anew what readers are shown',
  'desk-lists': 'Make the lists of the desk anew',
  'rollback-generation': 'Remove the previous state of the read models',
  rows: 'Remove texts, vectors, unsaved drafts and messages',
  tables: 'Write the tables anew',
}
/** Rows of a table, in words; the others are printed by their names. */
const rowsEn: Readonly<Record<string, string>> = {
  sealed_texts: 'Long texts',
  vectors: 'Vectors',
  slug_claims: 'Addresses',
  editor_scratches: 'Unsaved drafts',
  webhook_messages: 'Messages to subscribers',
  webhook_events: 'Events for subscribers',
  saved_search_news: 'News of saved searches',
  desk_impact_changes: 'Changes in the impact inbox',
  desk_impact_notices: 'Notices of the impact inbox',
  idempotent_writes: 'Kept answers',
  kept_receipts: 'Receipts that accounts keep',
  recalls: 'Notices of recalls',
}

const en = {
  title: 'Erasures',
  action: 'Erase wordings',
  intro:
    'The words of the versions that you choose are forgotten for good. A second person of data protection has to confirm.',
  needsRole: 'Only persons of data protection erase wordings.',
  needsFactor:
    'Erasing needs your second factor. Set it up under “My account”, or sign in again with it.',
  versions: 'Versions to erase',
  version: (version: string, date: string) => `Version ${version}, of ${date}`,
  whole: 'The whole text, with its drafts and comments',
  wholeShort: 'the whole text',
  thread: 'a comment with its answers',
  person: 'Person',
  personShort: 'identity and office',
  personHow: ', to confirm by “pandect erase --person”',
  said: (what: string, ground: string, request: string) => `${what}. ${ground}. ${request}`,
  kept: keptEn,
  noVersions: 'There is nothing to erase',
  noVersionsText:
    'What is public stays, and nothing else is left. Publish a version without the words, or have the text deleted: then it can be erased as a whole.',
  ground: 'Ground',
  grounds: groundsEn,
  request: 'Reference of the request',
  requestHint:
    'As in your register, such as GDPR 2026-14. It stays in the log for good, so it must name nobody.',
  preview: 'Show what would be erased',
  previewTitle: 'What would be erased',
  previewText: 'Nothing has been done yet. If a second person confirms, it cannot be undone.',
  copy: 'Copy',
  becomes: 'What becomes of it',
  copies: 'All copies',
  copyOf: copiesEn,
  counted: 'Destroyed and removed',
  counts: (keys: number, texts: number, slugs: number, treatments: number) =>
    `${keys} ${plural(keys, 'key', 'keys')}, ${texts} ${plural(texts, 'vector', 'vectors')}, ${slugs} ${plural(slugs, 'address', 'addresses')}; ${treatments} ${plural(treatments, 'treatment loses its words', 'treatments lose their words')}`,
  goes: 'What goes',
  ask: 'Ask for this erasure',
  change: 'Change',
  pending: 'An erasure waits for a second person',
  pendingYou: 'You asked for it. Another person of data protection has to confirm it.',
  pendingOther: 'Check versions, ground and reference. Once you confirm, it cannot be undone.',
  confirm: 'Erase these words for good',
  cannotConfirm: 'It cannot be confirmed now.',
  cancel: 'Take back the request',
  cancelText: 'Nothing is erased then. The reason stays in the history.',
  asked: 'Requested',
  askedBy: (name: string, date: string) => `by ${name} on ${date}`,
  confirmed: 'Confirmed',
  keys: 'Keys destroyed',
  text: 'Text',
  gone: 'A text of which nothing is left',
  one: 'Erasure',
  facts: 'Who, what and why',
  number: 'Number',
  inbox: 'Erasures to confirm',
  of: (what: string) => `Erasure of ${what}`,
  ofVersions: (versions: readonly string[]) =>
    `${plural(versions.length, 'version', 'versions')} ${versions.join(', ')}`,
  states: {
    requested: 'Waits for a second person',
    open: 'Copies are being removed',
    stopped: 'Stopped, tried again',
    erased: 'Erased',
  },
  unreadable: 'The keys are destroyed: nobody can read these words any more.',
  openText: 'The service removes the remaining copies by itself. You may leave this page.',
  allGone: 'The copies that the service keeps are removed or made anew.',
  failed: (code: string) =>
    `The last attempt stopped (${code}). The service tries again within a minute; “pandect erasure finish” does the same.`,
  lookAgain: 'Look again',
  steps: 'What follows',
  step: stepsEn,
  stepDone: 'done',
  stepNow: 'under way',
  stepNowOf: (done: number, all: number) => `under way, ${done} of ${all}`,
  stepOpen: 'to do',
  removed: 'What was removed',
  row: rowsEn,
  noRows: 'Nothing of its own was kept beside the log.',
  generation: (number: number) => `State ${number} of the read models, kept for a rollback`,
  tables: 'Tables written anew',
  together: (others: number) =>
    `Counted together with ${others} other ${plural(others, 'erasure', 'erasures')}.`,
  walStays:
    'The user of the database may not end the write-ahead log. Ask an administrator of the database for a CHECKPOINT.',
  backups:
    'Backups of the keys from before still open these words. Delete them in every place where they are.',
  all: 'All erasures',
  waiting: 'To confirm',
  waitingText: 'Other persons of data protection wait for your confirmation.',
  own: 'Your requests',
  ownText: 'Another person of data protection has to confirm them.',
  finishing: 'Copies are being removed',
  recent: 'Erased',
  none: 'No erasure was asked for',
  noneText: 'Open a text and choose “Erase wordings”.',
  state: 'State',
  reference: 'Reference',
  erasedVersion: 'erased',
  done: {
    requested: 'The erasure is requested. A second person has to confirm it.',
    cancelled: 'The request is taken back. Nothing was erased.',
  },
}
export type ErasureWords = typeof en

const fr: ErasureWords = {
  title: 'Effacements',
  action: 'Effacer des versions',
  intro:
    'Le contenu des versions choisies est effacé définitivement. Une seconde personne chargée de la protection des données doit confirmer.',
  needsRole: 'Seules les personnes chargées de la protection des données effacent des versions.',
  needsFactor:
    'L’effacement exige votre second facteur. Configurez-le sous « Mon compte » ou reconnectez-vous en le présentant.',
  versions: 'Versions à effacer',
  version: (version, date) => `Version ${version}, du ${date}`,
  whole: 'Le texte entier, brouillons et commentaires compris',
  wholeShort: 'le texte entier',
  thread: 'un commentaire et ses réponses',
  person: 'Personne',
  personShort: 'identité et fonctions',
  personHow: ', à confirmer par « pandect erase --person »',
  said: (what, ground, request) => `${what}. ${ground}. ${request}`,
  kept: {
    'version-live': 'Son contenu est public. Publiez d’abord une version qui ne le comporte plus.',
    'already-erased': 'Son contenu a été effacé.',
    'erasure-not-deleted': 'Possible seulement une fois le texte supprimé.',
  },
  noVersions: 'Il n’y a rien à effacer',
  noVersionsText:
    'Ce qui est public est conservé et il ne reste rien d’autre. Publiez une version sans ce contenu, ou faites supprimer le texte : il pourra alors être effacé en entier.',
  ground: 'Fondement',
  grounds: {
    'court-occultation': 'Occultation décidée par une juridiction',
    'gdpr-17': 'Droit à l’effacement (article 17 du RGPD)',
    order: 'Décision de justice ou injonction d’une autorité',
  },
  request: 'Référence de la demande',
  requestHint:
    'Celle de votre registre, par exemple RGPD 2026-14. Elle reste définitivement dans le journal et ne doit donc désigner personne.',
  preview: 'Voir ce qui serait effacé',
  previewTitle: 'Ce qui serait effacé',
  previewText:
    'Rien n’est encore fait. Une fois confirmé par une seconde personne, l’effacement est irréversible.',
  copy: 'Copie',
  becomes: 'Ce qu’elle devient',
  copies: 'Toutes les copies',
  copyOf: {
    log: [
      'Le journal, et ce que Kafka en contient',
      'Les clés sont détruites : plus personne ne peut lire les faits.',
    ],
    treatments: [
      'Ce que des appréciations citent ou disent de ce contenu',
      'Leurs clés sont détruites. La nature, la date et l’effet de l’appréciation demeurent.',
    ],
    texts: [
      'Textes longs et leurs vecteurs',
      'Supprimés, sauf si un texte conservé a le même contenu.',
    ],
    'read-models': [
      'Ce que voient les lecteurs et l’index de recherche',
      'Recalculés sans ce contenu.',
    ],
    'rollback-generation': ['L’état précédent des données de lecture', 'Supprimé.'],
    desk: [
      'Listes de la rédaction, brouillons non enregistrés, réponses conservées',
      'Recalculés ou supprimés, lorsqu’ils portent sur ce texte.',
    ],
    webhooks: [
      'Messages aux abonnés',
      'Supprimés ici. Les abonnés sont avisés que la version a été effacée.',
    ],
    receipts: [
      'Attestations conservées par les abonnés',
      'L’adresse, l’empreinte et la signature relatives à ce texte en sont retirées. La date et le prix demeurent.',
    ],
    pages: [
      'Pages de la base de données et journal de transactions',
      'Réécrits. Lecteurs et rédacteurs peuvent devoir patienter un instant.',
    ],
    backups: [
      'Sauvegardes',
      'Une sauvegarde antérieure des clés permet encore la lecture : supprimez-la partout où elle se trouve.',
    ],
  },
  counted: 'Détruits et supprimés',
  counts: (keys, texts, slugs, treatments) =>
    `${keys} ${pluralFr(keys, 'clé', 'clés')}, ${texts} ${pluralFr(texts, 'vecteur', 'vecteurs')}, ${slugs} ${pluralFr(slugs, 'adresse', 'adresses')} ; ${treatments} ${pluralFr(treatments, 'appréciation perd sa citation', 'appréciations perdent leur citation')}`,
  goes: 'Ce qui disparaît',
  ask: 'Demander cet effacement',
  change: 'Modifier',
  pending: 'Un effacement attend une seconde personne',
  pendingYou:
    'Vous l’avez demandé. Une autre personne chargée de la protection des données doit le confirmer.',
  pendingOther:
    'Vérifiez les versions, le fondement et la référence. Une fois confirmé, l’effacement est irréversible.',
  confirm: 'Effacer définitivement',
  cannotConfirm: 'La confirmation est impossible pour le moment.',
  cancel: 'Retirer la demande',
  cancelText: 'Rien n’est alors effacé. Le motif reste dans l’historique.',
  asked: 'Demande',
  askedBy: (name, date) => `par ${name}, le ${date}`,
  confirmed: 'Confirmation',
  keys: 'Clés détruites',
  text: 'Texte',
  gone: 'Un texte dont il ne reste rien',
  one: 'Effacement',
  facts: 'Objet, fondement et auteurs',
  number: 'Nombre',
  inbox: 'Effacements à confirmer',
  of: (what) => `Effacement : ${what}`,
  ofVersions: (versions) =>
    `${pluralFr(versions.length, 'version', 'versions')} ${versions.join(', ')}`,
  states: {
    requested: 'Attend une seconde personne',
    open: 'Suppression des copies en cours',
    stopped: 'Interrompu, nouvel essai prévu',
    erased: 'Effacé',
  },
  unreadable: 'Les clés sont détruites : plus personne ne peut lire ce contenu.',
  openText: 'Le service supprime lui-même les copies restantes. Vous pouvez quitter cette page.',
  allGone: 'Les copies que conserve le service sont supprimées ou recalculées.',
  failed: (code) =>
    `La dernière tentative s’est interrompue (${code}). Le service recommence dans la minute ; « pandect erasure finish » fait de même.`,
  lookAgain: 'Actualiser',
  steps: 'Étapes suivantes',
  step: {
    'read-models': 'Recalculer ce que voient les lecteurs',
    'desk-lists': 'Recalculer les listes de la rédaction',
    'rollback-generation': 'Supprimer l’état précédent des données de lecture',
    rows: 'Supprimer textes, vecteurs, brouillons non enregistrés et messages',
    tables: 'Réécrire les tables',
  },
  stepDone: 'fait',
  stepNow: 'en cours',
  stepNowOf: (done, all) => `en cours, ${done} sur ${all}`,
  stepOpen: 'à faire',
  removed: 'Ce qui a été supprimé',
  row: {
    sealed_texts: 'Textes longs',
    vectors: 'Vecteurs',
    slug_claims: 'Adresses',
    editor_scratches: 'Brouillons non enregistrés',
    webhook_messages: 'Messages aux abonnés',
    webhook_events: 'Événements destinés aux abonnés',
    saved_search_news: 'Nouveautés des recherches enregistrées',
    desk_impact_changes: 'Changements signalés dans les répercussions',
    desk_impact_notices: 'Avis des répercussions',
    idempotent_writes: 'Réponses conservées',
    kept_receipts: 'Attestations conservées par les abonnés',
    recalls: 'Avis de rappel',
  },
  noRows: 'Rien n’était conservé en dehors du journal.',
  generation: (number) => `État ${number} des données de lecture, gardé pour un retour en arrière`,
  tables: 'Tables réécrites',
  together: (others) =>
    `Décompte commun avec ${others} ${pluralFr(others, 'autre effacement', 'autres effacements')}.`,
  walStays:
    'L’utilisateur de la base de données ne peut pas clore le journal de transactions. Demandez un CHECKPOINT à un administrateur de la base.',
  backups:
    'Les sauvegardes antérieures des clés permettent encore de lire ce contenu. Supprimez-les partout où elles se trouvent.',
  all: 'Tous les effacements',
  waiting: 'À confirmer',
  waitingText:
    'D’autres personnes chargées de la protection des données attendent votre confirmation.',
  own: 'Vos demandes',
  ownText: 'Une autre personne chargée de la protection des données doit les confirmer.',
  finishing: 'Suppression des copies en cours',
  recent: 'Effacés',
  none: 'Aucun effacement n’a été demandé',
  noneText: 'Ouvrez un texte et choisissez « Effacer des versions ».',
  state: 'État',
  reference: 'Référence',
  erasedVersion: 'effacée',
  done: {
    requested: 'L’effacement est demandé. Une seconde personne doit le confirmer.',
    cancelled: 'La demande est retirée. Rien n’a été effacé.',
  },
}

const WORDS: Readonly<Record<Language, ErasureWords>> = { fr: withFrenchSpaces(fr), en }
export const erasureWords = ({ language }: { readonly language: Language }): ErasureWords =>
  WORDS[language]
