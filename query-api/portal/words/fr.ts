/** L’espace client en français. */
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
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
    'label-invalid': `Le nom comporte au plus ${ACCOUNT_LIMITS.labelCharactersMax} caractères.`,
    'scope-unknown': 'Ce droit n’existe pas.',
    'scopes-empty': 'Choisissez au moins un droit.',
    'cap-invalid':
      'Le plafond est un montant compris entre 0 et 1 000 000 000 USD et comportant au plus six décimales, par exemple 250 ou 12,50.',
    'origin-invalid': `Une clé admet au plus ${ACCOUNT_LIMITS.originsMax} origines, chacune en https, sans rien après le nom d’hôte, par exemple https://cabinet.example.`,
    'cap-mode-unknown': 'Choisissez l’effet du plafond.',
    'expiry-invalid': `Le dernier jour doit se situer entre aujourd’hui et la même date dans ${ACCOUNT_LIMITS.expiryYearsMax} ans.`,
    'overlap-invalid': 'Choisissez la durée pendant laquelle l’ancien secret reste valable.',
    'key-unknown': 'Cette clé n’existe pas.',
    'key-revoked': 'Cette clé a été révoquée définitivement. Créez-en une nouvelle.',
    'key-rotated':
      'Le secret de cette clé a déjà été renouvelé et affiché. S’il est perdu, renouvelez-le de nouveau.',
    'sandbox-absent': 'Ce service n’offre pas de clés d’essai.',
    'sandbox-scope': 'Une clé d’essai ne permet que la lecture : retirez les notifications.',
    'account-unpaid': 'Seul un compte à jour de paiement peut avoir des clés.',
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
  use: {
    title: 'Consommation',
    month: (month) => `Consommation : ${month}`,
    before: 'Mois précédent',
    next: 'Mois suivant',
    months: 'Mois',
    total: (usd, calls) => `${usd} pour ${calls} appels`,
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
