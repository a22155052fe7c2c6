/** The words of the account area in French. */
import { WEBHOOK_LIMITS } from '#contracts/http/webhooks.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { RECALL_LIMITS } from '#contracts/http/recall.ts'
import { SAVED_SEARCH_LIMITS } from '#contracts/http/saved-searches.ts'
import { WEB_WORDS } from '#contracts/web/words.ts'
import type { Words } from './en.ts'

const web = WEB_WORDS.fr

export const fr: Words = {
  ...web,
  area: 'Espace client',
  mainNavigation: 'Espace client',
  keys: 'Clés',
  usage: 'Consommation',
  back: 'Toutes les clés',
  plans: { practitioner: 'praticien', firm: 'cabinet' },
  scopes: {
    'search:read': 'rechercher',
    'articles:read': 'lire les textes entiers',
    'rag:invoke': 'réponses sourcées',
    'verify:invoke': 'vérifier une affirmation',
    mcp: 'outils pour agents d’IA (MCP)',
    'taxonomy:read': 'vocabulaires',
    'changes:read': 'ce qui a changé',
    'usage:read': 'sa propre consommation',
    'magistrates:read': 'magistrats (chaque consultation est consignée)',
    'webhooks:manage': 'notifications',
  },
  operations: {
    search: 'Recherche',
    article: 'Texte entier',
    rag: 'Réponse',
    verify: 'Vérification',
    mcp: 'MCP',
  },
  refusals: {
    'webhook-target-invalid':
      'Aucun message n’est envoyé à cette adresse. Elle doit commencer par https://, appartenir à l’internet public et ne comporter ni identifiant, ni mot de passe, ni fragment, ni port inhabituel.',
    'webhook-disabled': 'Le point de réception est désactivé. Activez-le d’abord.',
    'webhook-disabled-by-operator':
      'L’exploitant du service a désactivé ce point de réception. Lui seul peut l’activer de nouveau : adressez-vous à lui.',
    'webhook-message-unknown': 'Ce message n’existe pas ou n’est plus conservé.',
    'webhook-rotated':
      'Le secret de ce point de réception a déjà été renouvelé et affiché. S’il est perdu, renouvelez-le de nouveau : l’ancien secret cesse alors aussitôt de valoir.',
    'webhook-unknown': 'Ce point de réception n’existe pas.',
    'webhooks-too-many': `Un compte peut avoir au plus ${WEBHOOK_LIMITS.endpointsMax} points de réception. Supprimez ceux qui ne servent plus.`,
    'saved-search-citation-unknown':
      'Cette référence ne désigne aucun texte susceptible d’être cité. Indiquez-en une, par exemple « article 1240 du code civil ».',
    'saved-search-matches-everything':
      'Cette recherche retient tous les textes. Indiquez des mots, un texte cité ou un filtre.',
    'saved-search-too-broad':
      'Trop de textes répondent à cette recherche. Ajoutez des mots ou des filtres, ou exigez tous les mots.',
    'saved-search-unknown': 'Cette recherche enregistrée n’existe pas.',
    'saved-search-without-words':
      'Ces mots figurent dans presque tous les textes. Indiquez des mots qui disent ce que vous cherchez.',
    'saved-searches-too-many': `Un compte a au plus ${SAVED_SEARCH_LIMITS.searchesMax} recherches enregistrées. Supprimez celles qui ne servent plus.`,
    'watch-text-unknown': 'Aucun texte public ne se trouve à cette adresse.',
    'watches-too-many': `Un compte a au plus ${RECALL_LIMITS.watchesMax} suivis. Supprimez ceux qui ne servent plus.`,
    'label-invalid': `Le nom comporte au plus ${ACCOUNT_LIMITS.labelCharactersMax} caractères.`,
    'scope-unknown': 'Ce droit n’existe pas.',
    'scopes-empty': 'Choisissez au moins un droit.',
    'cap-invalid':
      'Le plafond est un montant compris entre 0 et 1 000 000 000 USD, écrit sans séparateur de milliers et avec au plus six décimales, par exemple 2500 ou 12,50.',
    'origin-invalid': `Une clé admet au plus ${ACCOUNT_LIMITS.originsMax} origines, chacune en https, sans rien après le nom d’hôte, par exemple https://cabinet.example.`,
    'cap-mode-unknown': 'Choisissez l’effet du plafond.',
    'expiry-invalid': `Le dernier jour doit se situer entre aujourd’hui et la même date dans ${ACCOUNT_LIMITS.expiryYearsMax} ans.`,
    'overlap-invalid': 'Choisissez la durée pendant laquelle l’ancien secret reste valable.',
    'key-unknown': 'Cette clé n’existe pas.',
    'key-revoked': 'Cette clé a été révoquée définitivement. Créez-en une nouvelle.',
    'key-expired':
      'Le dernier jour de validité de cette clé est passé : un nouveau secret ne fonctionnerait pas. Créez une nouvelle clé.',
    'key-rotated':
      'Le secret de cette clé a déjà été renouvelé et affiché. S’il est perdu, renouvelez-le de nouveau.',
    'sandbox-absent': 'Ce service n’offre pas de clés d’essai.',
    'sandbox-scope': 'Une clé d’essai ne permet que la lecture : retirez les notifications.',
    'account-unpaid': 'Seul un compte à jour de paiement peut avoir des clés et des webhooks.',
    'applications-too-many': `Un compte peut avoir au plus ${ACCOUNT_LIMITS.applicationsMax} applications connectées. Déconnectez celles qui ne servent plus.`,
    'keys-too-many': `Un compte peut avoir au plus ${ACCOUNT_LIMITS.liveKeysMax} clés actives. Révoquez celles qui ne servent plus.`,
  },
  closest: (value) => `La valeur admise la plus proche est ${value}.`,

  signIn: {
    ...web.signIn,
    help: 'Mot de passe absent ou oublié ? Demandez-en un nouveau à l’exploitant du service.',
    operator: 'Si vous l’exploitez vous-même, définissez-en un par cette commande :',
    forApplication:
      'Une application demande l’accès à votre compte. Connectez-vous d’abord ; vous déciderez ensuite.',
  },
  list: {
    title: 'Clés d’API',
    holder: (name, plan) => `${name}, formule ${plan}`,
    unpaid:
      'Ce compte n’est pas à jour de paiement. La création de clés est réservée aux comptes à jour, et les clés existantes sont suspendues jusqu’au règlement. Rien n’est perdu : elles fonctionneront de nouveau dès sa réception.',
    create: 'Créer une clé',
    none: 'Aucune clé pour le moment.',
    noneNext:
      'Une clé permet à un programme de chercher et de lire pour le compte de ce client. Créez-en une, copiez-la et joignez-la à chaque requête : la documentation montre comment.',
    noneUnpaid: 'La création de clés sera possible dès que le compte sera à jour de paiement.',
    documentation: 'Lire la documentation',
    caption: 'Les clés de ce compte',
    name: 'Nom',
    unnamed: 'Clé sans nom',
    key: 'Clé',
    state: 'État',
    cap: 'Plafond mensuel',
    lastUse: 'Dernière utilisation',
    never: 'jamais',
    ended: 'Fin',
    manage: 'Gérer',
    manageOne: (name) => `Gérer ${name}`,
    live: 'active',
    liveUntil: (date) => `active jusqu’au ${date}`,
    revoked: (date) => `révoquée le ${date}`,
    expired: (date) => `expirée (fin : ${date})`,
    paused: 'suspendue : paiement en attente',
    noCap: 'aucun',
  },
  create: {
    title: 'Créer une clé',
    name: 'Nom (facultatif)',
    nameHint: 'Pour distinguer vos clés, par exemple le nom du programme qui l’utilisera.',
    scopes: 'Droits de la clé',
    cap: 'Plafond mensuel en USD (facultatif)',
    capHint:
      'Sans montant, aucun plafond ne s’applique. Le mois est décompté en temps universel (UTC).',
    mode: 'Lorsque le plafond est atteint',
    soft: 'avertir : les appels aboutissent, avec un avertissement',
    hard: 'arrêter : les appels sont refusés jusqu’au mois suivant',
    expires: 'Dernier jour (facultatif)',
    expiresHint:
      'La clé est valable jusqu’à la fin de ce jour (UTC) ; sans date, jusqu’à sa révocation.',
    sandbox: 'Clé d’essai',
    sandboxLabel: 'Une clé d’essai, pour développer et tester',
    sandboxHint:
      'Elle ne voit que les textes de démonstration. Chaque réponse affiche son prix, mais rien n’est jamais facturé.',
    submit: 'Créer la clé',
  },
  password: {
    ...web.password,
    sessions: 'Vos autres sessions prendront fin ; vos clés ne changent pas.',
  },
  secret: {
    created: 'Votre nouvelle clé',
    rotated: 'Le nouveau secret de votre clé',
    once: 'Copiez-la maintenant et conservez-la en lieu sûr : elle n’est affichée qu’une seule fois et ne pourra plus l’être.',
    label: 'Clé',
    copy: 'Copier',
    copied: 'Copiée',
    use: 'Joignez-la à chaque requête, dans cet en-tête :',
    overlap: (date) => `L’ancien secret reste valable jusqu’au ${date}.`,
    shown:
      'Cette clé a déjà été créée et affichée. Si vous ne l’avez pas conservée, renouvelez-la ou révoquez-la.',
    again: 'Clé déjà créée',
  },
  key: {
    details: 'Détails',
    created: 'Créée',
    scopes: 'Permet de',
    previous: 'Ancien secret',
    previousUntil: (last, date) => `…${last}, valable jusqu’au ${date}`,
    capTitle: 'Plafond mensuel',
    capSubmit: 'Fixer le plafond',
    capSet: 'Le plafond est fixé.',
    originsTitle: 'Pages web',
    originsText:
      'Une clé placée dans une page web est lisible par tous ceux qui l’ouvrent. Indiquez les origines des pages qui peuvent s’en servir : les autres sont refusées. Donnez à une telle clé un plafond.',
    origins: 'Origines admises',
    originsHint:
      'Une par ligne, par exemple https://cabinet.example. Laissez vide pour n’en admettre aucune.',
    originsSubmit: 'Enregistrer les origines',
    originsSet: 'Les origines sont enregistrées.',
    rotateTitle: 'Renouveler',
    rotateText:
      'Un nouveau secret est créé. L’ancien reste valable quelque temps, afin que vos programmes puissent en changer sans interruption.',
    rotateAgain: (date) =>
      `Un secret plus ancien est encore valable jusqu’au ${date}. Un renouvellement y met fin immédiatement.`,
    overlap: 'L’ancien secret reste valable',
    hours: (hours) =>
      hours === 0
        ? 'pas du tout : il expire immédiatement'
        : hours < 48
          ? `${hours} ${hours === 1 ? 'heure' : 'heures'}`
          : `${hours / 24} jours`,
    rotateSubmit: 'Créer un nouveau secret',
    revokeTitle: 'Révoquer',
    revokeText:
      'Les programmes qui utilisent cette clé seront refusés dans la seconde, définitivement.',
    revokeLink: 'Révoquer cette clé',
    revoked: 'La clé est révoquée.',
  },
  revoke: {
    title: 'Révoquer cette clé ?',
    text: (name, last) =>
      `${name}, se terminant par ${last}. Les programmes qui l’utilisent seront refusés dans la seconde. Cette opération est irréversible.`,
    submit: 'Révoquer définitivement',
  },
  consent: {
    title: (name) => `Connecter ${name} ?`,
    intro: (account, email) =>
      `Une application demande à utiliser ce service aux frais du compte ${account}. Vous êtes connecté en tant que ${email}.`,
    name: 'Nom',
    unchecked: '(tel que l’application se présente ; il n’a pas été vérifié)',
    host: 'Vous serez renvoyé vers',
    thisComputer: '(un programme de cet ordinateur)',
    scopes: 'Droits',
    price: 'Prix',
    priceText: 'Chaque appel est facturé à votre compte comme un appel fait avec une clé :',
    priceOf: (operation, usd) => `${operation} ${usd}`,
    trust: (host) =>
      `Ne l’acceptez que si vous venez de le demander vous-même et si vous connaissez ${host}. Vous pourrez la déconnecter à tout moment sous Applications.`,
    allow: 'Connecter',
    deny: 'Refuser',
    refused: 'L’application ne peut pas être connectée',
    refusedText: (name) =>
      `${name} a demandé ce que ce service n’accorde pas. Rien n’a été connecté. À l’intention de son développeur :`,
    goBack: (host) => `Retourner à ${host}`,
    unsafe: 'Cette demande n’est pas fiable',
    unsafeTexts: {
      client:
        'L’application n’est pas enregistrée ici. Recommencez depuis l’application elle-même.',
      redirect:
        'L’application demande une réponse à une adresse qu’elle n’a pas enregistrée. On cherche peut-être à vous tromper. Rien n’a été connecté.',
      malformed: 'La demande est incomplète. Recommencez depuis l’application elle-même.',
    },
  },
  applications: {
    place: 'Applications',
    title: 'Applications connectées',
    intro:
      'Ces applications utilisent le service aux frais du compte, par le point d’accès MCP. Elles ne détiennent aucune clé et ignorent votre mot de passe.',
    caption: 'Les applications connectées au compte',
    name: 'Nom',
    host: 'Hôte',
    scopes: 'Droits',
    connected: 'Connexion',
    connectedBy: (date, email) => `${date}, par ${email}`,
    disconnect: 'Déconnecter',
    disconnectOne: (name) => `Déconnecter ${name}`,
    disconnected: 'L’application est déconnectée.',
    none: 'Aucune application n’est connectée.',
    noneNext:
      'Donnez l’adresse du point d’accès MCP à une application, par exemple à un assistant d’IA : elle vous conduira ici et demandera votre accord.',
    connect: 'Comment connecter une application',
    disconnectTitle: 'Déconnecter cette application ?',
    disconnectText: (name) =>
      `${name} sera refusée dans la seconde. Pour vous en servir de nouveau, il faudra la reconnecter.`,
    disconnectSubmit: 'Déconnecter',
  },
  webhooks: {
    place: 'Webhooks',
    title: 'Webhooks',
    intro:
      'Vos programmes sont avertis de chaque changement : un message signé selon Standard Webhooks est envoyé à leur adresse. Il désigne le texte, la version et l’empreinte, sans reproduire aucun passage.',
    caption: 'Les points de réception de ce compte',
    create: 'Enregistrer un point de réception',
    submit: 'Enregistrer',
    none: 'Aucun point de réception pour le moment.',
    noneNext:
      'Enregistrez l’adresse de votre programme, confiez-lui le secret affiché, puis envoyez un message d’essai.',
    one: 'Point de réception',
    back: 'Tous les points de réception',
    url: 'Adresse',
    urlHint:
      'Sur l’internet public, commençant par https://, sans identifiant ni mot de passe. Aucune redirection n’est suivie.',
    description: 'Note (facultative)',
    toldOf: 'Averti de',
    state: 'État',
    stateIs: (state) => `État : ${state}`,
    pending: 'En attente',
    manageOne: (url) => `Gérer ${url}`,
    types: 'Changements signalés',
    typesHint: 'Sans choix : tous, y compris ceux qui seront ajoutés.',
    allTypes: 'tous les changements',
    jurisdictions: 'Textes des ordres juridiques suivants',
    jurisdictionsHint: 'Sans choix : tous.',
    typeNames: {
      'article.published': 'publication d’un texte',
      'article.updated': 'nouvelle version d’un texte',
      'article.unpublished': 'dépublication d’un texte',
      'article.withdrawn': 'retrait d’un texte',
      'article.deleted': 'suppression d’un texte',
      'article.erased': 'effacement d’un texte',
      'headnote.flag_changed': 'changement de couleur d’un texte ou d’un sommaire',
      'concept.deprecated': 'abandon d’un concept',
      'search.matched': 'nouveau texte pour une recherche enregistrée',
      'search.unmatched': 'texte sorti d’une recherche enregistrée',
      'receipt.recalled': 'changement d’un texte sur lequel vous vous êtes appuyé',
      'usage.cap_reached': 'plafond mensuel d’une clé atteint',
      'key.expiring': 'expiration d’une clé dans les sept jours',
      test: 'essai',
    },
    jurisdictionNames: {
      FR: 'France',
      EU: 'Union européenne',
      LU: 'Luxembourg',
      MC: 'Monaco',
      AD: 'Andorre',
    },
    works: 'actif',
    fails: (time) => `actif, mais aucun message n’est accepté depuis le ${time}`,
    disabled: (time, cause) => `désactivé depuis le ${time} : ${cause}`,
    causes: {
      owner: 'par ce compte',
      gone: 'il a répondu qu’il n’existe plus (HTTP 410)',
      failing: 'il n’a accepté aucun message pendant cinq jours',
      operator: 'par l’exploitant du service',
    },
    registered: 'Le point de réception est enregistré',
    rotated: 'Le nouveau secret',
    secretOnce: 'Copiez ce secret maintenant : il ne sera plus affiché.',
    secretUse:
      'Confiez-le tel quel à une bibliothèque Standard Webhooks, qui vérifie que chaque message provient de ce service.',
    overlap: (time) => `Jusqu’au ${time}, les messages sont aussi signés avec le secret précédent.`,
    toEndpoint: 'Voir le point de réception',
    startsAfter: (position) =>
      `Il reçoit les changements postérieurs à la position ${position} ; les précédents figurent dans GET\u00a0/changes.`,
    test: 'Envoyer un essai',
    disable: 'Désactiver',
    enable: 'Activer',
    remove: 'Supprimer',
    messages: 'Messages',
    messagesCaption: 'Les messages de ce point de réception',
    noMessages: 'Aucun message pour le moment. Envoyez un essai.',
    older: 'Messages plus anciens',
    type: 'Message',
    queued: 'Mis en attente',
    attempts: 'Tentatives',
    noAttempt: 'aucune',
    again: (time) => `en attente ; prochaine tentative le ${time}`,
    states: { pending: 'en attente', delivered: 'remis', given_up: 'abandonné' },
    redeliver: 'Renvoyer',
    settings: 'Réglages',
    save: 'Enregistrer les réglages',
    secretTitle: 'Secret',
    secretText:
      'Le renouvellement n’interrompt rien : pendant la transition, chaque message porte les deux signatures.',
    overlapHours: 'Durée de validité de l’ancien secret',
    overlapNone: 'aucune : il cesse aussitôt de valoir',
    overlapDay: '24 heures',
    overlapWeek: '7 jours',
    rotate: 'Renouveler le secret',
    faults: {
      address_not_public: 'l’adresse n’appartient pas à l’internet public',
      address_unknown: 'le nom ne correspond à aucune adresse',
      connect_failed: 'connexion impossible',
      connect_timeout: 'connexion trop lente',
      answer_timeout: 'aucune réponse dans le délai',
      answer_unreadable: 'réponse interrompue ou illisible',
      tls_failed: 'certificat non valable ou échec de TLS',
      secret_unreadable: 'secret illisible pour le service ; renouvelez-le',
    },
    done: {
      changed: 'Les réglages sont enregistrés.',
      tested: 'Un essai est en cours d’envoi ; il apparaît parmi les messages.',
      redelivered: 'Le message est renvoyé.',
      disabled: 'Le point de réception est désactivé : rien n’est envoyé ni mis en attente.',
      enabled:
        'Le point de réception est actif. Il reçoit les changements à venir et les messages restés en attente.',
      deleted: 'Le point de réception est supprimé.',
    },
    deleteTitle: 'Supprimer ce point de réception ?',
    deleteText: (url) =>
      `Plus rien ne sera envoyé à ${url}. Ses messages et son secret seront supprimés.`,
    deleteSubmit: 'Supprimer',
  },
  receipts: {
    place: 'Attestations',
    title: 'Attestations',
    intro: (years) =>
      `Chaque réponse facturée porte une attestation, qui désigne les textes cités. À votre demande, le service conserve vos attestations chiffrées pendant ${years} ans et vous avertit lorsqu’un texte sur lequel vous vous êtes appuyé est remis en cause, retiré, remplacé ou effacé. Les questions ne sont pas conservées.`,
    off: 'Les attestations ne sont pas conservées.',
    keptSince: (time) => `Les attestations sont conservées depuis le ${time}.`,
    keep: 'Conserver désormais les attestations',
    keepNoMore: 'Ne plus en conserver',
    recallsTitle: 'Ce qui a changé depuis',
    noRecalls: 'Aucun des textes sur lesquels vous vous êtes appuyé n’a changé.',
    listTitle: 'Attestations conservées',
    none: 'Aucune attestation n’est conservée.',
    when: 'Date',
    ofReceipt: 'Attestation',
    seeReceipt: 'Voir l’attestation',
    text: 'Texte',
    became: 'Changement',
    operation: 'Opération',
    citations: 'Textes cités',
    recalls: 'Changements',
    older: 'Attestations antérieures',
    one: 'Attestation',
    back: 'Toutes les attestations',
    usage: 'Identifiant d’utilisation :',
    version: 'Version',
    hash: 'SHA-256',
    erased: 'effacé',
    citesNothing: 'Elle ne cite aucun texte.',
    replacedBy: 'Remplacé par :',
    turned: (before, after) => `de ${before} à ${after}`,
    states: {
      erased: 'rédaction effacée',
      deleted: 'texte supprimé',
      withdrawn: 'texte retiré',
      unpublished: 'texte dépublié',
      superseded: 'nouvelle rédaction',
      flag_changed: 'changement de couleur',
      validity_changed: 'changement des dates de vigueur',
    },
    colours: { red: 'rouge', orange: 'orange', yellow: 'jaune', gray: 'gris', green: 'vert' },
    deleteOne: 'Supprimer cette attestation',
    deleteAll: 'Supprimer toutes les attestations',
    deleteTitle: 'Supprimer toutes les attestations ?',
    deleteText:
      'La clé qui les scelle est détruite : plus personne ne pourra les lire, et plus rien n’en sera signalé. Cette suppression est définitive.',
    done: {
      kept: 'Les attestations sont désormais conservées.',
      keptNoMore:
        'Aucune nouvelle attestation n’est conservée. Celles qui le sont déjà le restent jusqu’à leur suppression.',
      deleted: 'L’attestation est supprimée.',
      allDeleted: 'Toutes les attestations sont supprimées.',
    },
  },
  watches: {
    handlePrefix: 'suivi',
    place: 'Suivis',
    title: 'Textes suivis',
    intro:
      'Vous êtes averti lorsqu’un texte que vous suivez est remis en cause, retiré, remplacé ou effacé : ici et par vos webhooks. Vous donnez à chaque suivi un nom de votre choix. Le texte qu’il désigne est conservé sous une forme que personne ne peut lire, pas même vous : notez-le dans votre dossier.',
    list: 'Vos suivis',
    caption: 'Les suivis de ce compte',
    create: 'Suivre un texte',
    none: 'Aucun texte n’est suivi pour le moment.',
    noneNext:
      'Relevez l’adresse d’un texte sur lequel vous vous appuyez, puis donnez un nom au suivi, par exemple le numéro de votre dossier.',
    text: 'Texte',
    textHint: 'L’adresse de sa page sur ce site, ou la dernière partie de cette adresse.',
    point: 'Sommaire (facultatif)',
    pointHint:
      'Le numéro d’un sommaire. Vous serez alors averti de ses seuls changements de couleur, et de ce qui advient du texte entier. Sans numéro, de ceux de tous les sommaires.',
    handle: 'Nom du suivi',
    handleHint:
      'Des lettres sans accent, des chiffres et - _ . ~. Ce nom est conservé en clair : qu’il ne dise rien du texte.',
    submit: 'Suivre',
    since: 'Depuis',
    recalls: 'Changements',
    noRecalls: 'Aucun des textes suivis n’a changé depuis.',
    more: 'Autres suivis',
    back: 'Tous les suivis',
    remove: 'Supprimer',
    removeOne: (handle) => `Supprimer le suivi ${handle}`,
    removeAll: 'Supprimer tous les suivis',
    deleteTitle: 'Supprimer ce suivi ?',
    deleteText: (handle) =>
      `${handle} : ce qui vous a été signalé à son sujet est supprimé également. Pour suivre de nouveau le texte, il vous faudra savoir lequel c’était.`,
    deleteAllTitle: 'Supprimer tous les suivis ?',
    deleteAllText:
      'La clé qui les protège est détruite et ce qui vous a été signalé à leur sujet est supprimé. Cette suppression est définitive.',
    wrong: {
      text: 'Indiquez l’adresse de la page d’un texte, par exemple https://…/t/….',
      handle: `Un nom compte de 1 à ${RECALL_LIMITS.handleCharactersMax} lettres sans accent, chiffres et signes - _ . ~, sans espace.`,
      taken: 'Un suivi porte déjà ce nom. Choisissez-en un autre.',
      point: 'Ce texte n’a pas de sommaire portant ce numéro.',
    },
    done: {
      added: 'Le texte est désormais suivi.',
      deleted: 'Le suivi est supprimé.',
      allDeleted: 'Tous les suivis sont supprimés.',
    },
  },
  searches: {
    place: 'Recherches',
    title: 'Recherches enregistrées',
    intro:
      'Vous êtes averti lorsqu’un texte commence ou cesse de répondre à une recherche : ici, par son flux Atom et par vos webhooks.',
    caption: 'Les recherches enregistrées de ce compte',
    create: 'Enregistrer une recherche',
    toSearch: 'Rechercher dans le fonds',
    none: 'Aucune recherche enregistrée pour le moment.',
    noneNext:
      'Lancez une recherche, puis choisissez « Enregistrer cette recherche » au-dessus des résultats. Ou désignez un texte : vous serez averti de chaque nouveau texte qui le cite.',
    name: 'Nom',
    nameHint: 'Pour distinguer vos recherches. Le nom et la recherche sont conservés chiffrés.',
    asks: 'Objet',
    matches: 'Textes trouvés',
    state: 'État',
    manageOne: (name) => `Gérer ${name}`,
    active: 'active',
    paused: (time, cause) => `suspendue depuis le ${time} : ${cause}`,
    causes: {
      owner: 'par ce compte',
      too_broad: 'elle en est venue à trouver trop de textes pour être suivie',
    },
    quoted: (words) => `« ${words} »`,
    anyWord: 'un seul des mots suffit',
    headnotesLeftOut: 'sans les sommaires',
    text: 'Mots',
    textHint:
      'Comme dans une recherche. L’orthographe n’est pas corrigée, et un texte seulement proche par le sens n’est pas retenu.',
    words: 'Un texte est retenu s’il contient',
    all: 'tous les mots',
    any: 'au moins un des mots',
    cites: 'Ou les textes qui citent',
    citesHint:
      'Une citation, par exemple « article 1240 du code civil » ou « Cass. com., 26 juin 1990, n° 88-16.893 ». Laissez alors les mots vides.',
    filters: 'Filtres',
    filtersHint: 'Pour les modifier, modifiez la recherche.',
    changeFilters: 'Revenir à la recherche',
    inForceLeftOut:
      'Le filtre « En vigueur » est écarté, car son résultat change chaque jour. Pour le conserver, indiquez une date dans la recherche.',
    fromResults:
      'Pour ajouter des filtres, lancez d’abord la recherche, puis choisissez « Enregistrer cette recherche » au-dessus des résultats.',
    submit: 'Enregistrer',
    back: 'Toutes les recherches enregistrées',
    stateIs: (state) => `État : ${state}`,
    matchesNow: (count, value) =>
      value === 0
        ? 'Aucun texte ne répond actuellement à la recherche.'
        : value === 1
          ? `${count} texte répond actuellement à la recherche.`
          : `${count} textes répondent actuellement à la recherche.`,
    followedAfter: (position) =>
      `Suivie à partir de la position ${position} du fonds : vous êtes prévenu de ce qui a changé depuis.`,
    run: 'Voir les résultats',
    runNote:
      'La page des résultats montre aussi des textes proches par le sens ou par l’orthographe : ils ne sont ni comptés ni signalés.',
    pause: 'Suspendre',
    resume: 'Reprendre',
    remove: 'Supprimer',
    news: 'Ce qui vous a été signalé',
    newsOfAll: 'Derniers signalements',
    newsCaption: 'Textes qui ont commencé ou cessé de répondre à la recherche',
    noNews:
      'Rien pour le moment. Les textes qui répondaient déjà à la recherche lors de son enregistrement ne sont pas signalés.',
    noNewsOfAll: 'Aucun texte n’a depuis commencé ou cessé de répondre à vos recherches.',
    textTold: 'Texte',
    happened: 'Événement',
    search: 'Recherche',
    when: 'Date',
    told: { matched: 'répond à la recherche', unmatched: 'n’y répond plus' },
    notServed: 'n’est plus public',
    older: 'Signalements plus anciens',
    feed: 'Flux Atom',
    feedText:
      'Pour un lecteur de flux. L’adresse n’exige aucune clé : quiconque la connaît peut lire le nom de cette recherche et les textes signalés.',
    feedRenew: 'Créer une nouvelle adresse',
    feedRenewText:
      'Si l’adresse est tombée en de mauvaises mains : la nouvelle y met fin aussitôt.',
    rename: 'Renommer',
    renameSubmit: 'Enregistrer le nom',
    wrong: {
      name: 'Donnez à la recherche un nom de 200 caractères au plus.',
      search_or_cites: 'Indiquez soit des mots, soit un texte cité.',
      filters:
        'Un filtre de cette recherche est illisible. Recommencez depuis la page de recherche.',
      day_missing:
        'Ce qui est en vigueur change chaque jour. Indiquez une date dans la recherche, ou retirez le filtre « En vigueur ».',
    },
    done: {
      saved: 'La recherche est enregistrée. Vous serez averti à partir de maintenant.',
      renamed: 'La recherche est renommée.',
      paused: 'La recherche est suspendue : rien ne sera signalé.',
      resumed:
        'La recherche est de nouveau active, à partir des textes qui y répondent maintenant.',
      renewed: 'Le flux a une nouvelle adresse ; l’ancienne ne fonctionne plus.',
      mailed: 'Votre choix est enregistré.',
      reminded: 'Le lien vous est envoyé ; il arrive dans la minute.',
      deleted: 'La recherche est supprimée.',
    },
    deleteTitle: 'Supprimer cette recherche enregistrée ?',
    deleteText: (name) =>
      `${name} : les signalements et le flux sont supprimés avec elle. Cette suppression est définitive.`,
    deleteSubmit: 'Supprimer',
  },
  mail: {
    title: 'Par courriel',
    text: (email) =>
      `Vous pouvez être averti à l’adresse ${email}. Le message désigne les textes par un lien, sans leur titre ni leur contenu.`,
    rhythm: 'Fréquence',
    rhythms: {
      none: 'aucun courriel',
      soon: 'au fur et à mesure, par groupes de quelques minutes',
      daily: 'une fois par jour, le matin',
    },
    language: 'Langue du message',
    submit: 'Enregistrer',
    resume: 'Reprendre l’envoi',
    sentTo: (email) => `Les messages sont envoyés à ${email}.`,
    unconfirmed: (email) =>
      `Confirmez d’abord votre adresse : un lien a été envoyé à ${email}. D’ici là, aucun autre message n’est envoyé.`,
    remind: 'Renvoyer le lien',
    stopped: (email, time, cause) =>
      `Plus rien n’est envoyé à ${email} depuis le ${time} : ${cause}.`,
    causes: {
      owner: 'vous avez mis fin à tous les messages sur vos recherches',
      gone: 'le serveur de cette adresse refuse les messages',
      failing: 'aucun message n’a pu être remis pendant cinq jours',
      operator: 'l’exploitant du service y a mis fin',
    },
    toSearches: 'Vos recherches enregistrées',
    pages: {
      confirm: {
        title: 'Confirmez votre adresse',
        text: 'Les messages sur les recherches que vous avez choisies seront envoyés à cette adresse.',
        submit: 'Confirmer',
      },
      unsubscribe: {
        title: 'Ne plus recevoir de messages ?',
        text: 'Plus aucun message sur vos recherches enregistrées ne sera envoyé à cette adresse. Les recherches restent inchangées.',
        submit: 'Ne plus recevoir de messages',
      },
    },
    outcomes: {
      confirmed: {
        title: 'Votre adresse est confirmée',
        text: 'Vous recevrez désormais les messages, à la fréquence que vous avez choisie.',
      },
      unsubscribed: {
        title: 'Vous ne recevrez plus de messages',
        text: 'Pour en recevoir de nouveau, rendez-vous sur la page d’une recherche enregistrée.',
      },
      expired: {
        title: 'Ce lien n’est plus utilisable',
        text: 'Il a déjà servi, date de plus de sept jours ou a été remplacé. La page d’une recherche enregistrée permet d’en recevoir un autre.',
      },
    },
  },
  use: {
    title: 'Consommation',
    month: (month) => `Consommation : ${month}`,
    before: 'Mois précédent',
    next: 'Mois suivant',
    months: 'Mois',
    total: (usd, calls) => `${usd} pour ${calls}`,
    none: 'Aucun appel n’a été facturé ce mois-ci.',
    noneNext:
      'Les appels apparaissent ici dès qu’une clé du compte est utilisée. L’état du fonds, les erreurs et les textes inchangés sont gratuits.',
    noneKeys: 'Voir les clés',
    noneDocumentation: 'Faire un premier appel',
    plot: 'Coût par jour et par opération',
    plotText: (usd, day) =>
      `Le maximum est atteint le ${day}, avec ${usd}. Le tableau ci-dessous détaille tous les montants.`,
    axis: 'USD par jour',
    caption: 'Coût et appels par jour et par opération',
    day: 'Jour',
    all: 'Total',
    calls: (count, value) => `${count} ${value < 2 ? 'appel' : 'appels'}`,
    download: 'Télécharger le relevé de ce mois (CSV)',
  },
  problems: {
    ...web.problems,
    home: 'Retour à l’espace client',
    notFoundText: 'Cette page n’existe pas ou appartient à un autre compte.',
  },
}
