/**
 * The catalogue in French, for people of the editorial team: the same codes, message and hint. The
 * command line and the log are in English.
 */
import type { ErrorEntry } from './entry.ts'
import type { EDITORIAL_ERRORS, HTTP_DETAILS, HTTP_ERRORS } from './http.ts'
import type { IMPORT_NOTES, IMPORT_REFUSALS } from './import-refusals.ts'
import type { DOMAIN_REFUSALS, REFUSALS, STAFF_REFUSALS } from './refusals.ts'

type FrenchEntry = readonly [message: string, hint: ErrorEntry[1]]

const RIEN = 'il n’y a rien à faire'
const EDITEUR = 'comparez avec la page de l’éditeur de la source'
const CORRIGER = 'corrigez la donnée indiquée'

const domain: Readonly<Record<keyof typeof DOMAIN_REFUSALS, FrenchEntry>> = {
  'already-published': ['le texte est publié et n’a pas de brouillon', 'révisez-le d’abord'],
  'already-unpublished': ['le texte n’est pas public', RIEN],
  'another-source': [
    'la rédaction porte un autre identifiant de source',
    'conservez source.id : c’est l’identité du texte',
  ],
  'another-vocabulary': [
    'le concept appartient à un autre vocabulaire',
    'importez-le sous le vocabulaire qui est le sien',
  ],
  'another-wording': [
    'le brouillon a changé depuis sa lecture',
    'relisez-le et prononcez-vous sur sa rédaction actuelle',
  ],
  'assessed-beyond-log': [
    'le journal ne va pas encore jusque-là',
    'indiquez une position déjà atteinte par le journal, ou n’en indiquez aucune',
  ],
  'author-dismisses': [
    'le doute porte sur le propre brouillon de cette personne',
    'faites-le examiner par une autre personne',
  ],
  'concept-ambiguous': [
    'plusieurs concepts portent ce libellé',
    'indiquez l’UUID ou l’URI de l’un d’eux',
  ],
  'concept-assigned': ['le texte a déjà ce concept', RIEN],
  'concept-not-assigned': ['le texte n’a pas ce concept', RIEN],
  'concept-of-publisher': [
    'ce concept a été attribué par l’éditeur de la source',
    'il disparaîtra avec un nouvel état de la source',
  ],
  'concept-retired': [
    'le concept est abandonné et rien ne l’a remplacé',
    'choisissez un concept en vigueur',
  ],
  'concept-unknown': [
    'aucun vocabulaire importé ne contient ce concept',
    'indiquez son UUID, son URI ou un libellé que lui seul porte ; importez d’abord le vocabulaire',
  ],
  'confidence-missing': [
    'une suggestion indique son degré de probabilité',
    'indiquez une confiance de 0 à 100 %',
  ],
  'confidence-of-fact': ['une appréciation confirmée n’a pas de degré de confiance', 'retirez-le'],
  'court-unknown': [
    'cette juridiction n’existe pas',
    'prenez un code de la liste des juridictions',
  ],
  'doubt-not-dismissible': [
    'ce doute ne repose sur aucune phrase, citation ou source que l’on puisse examiner',
    'corrigez ce qu’il désigne',
  ],
  'doubt-unknown': ['le texte n’a pas ce doute', 'consultez les doutes du texte sur sa page'],
  'draft-in-other-hands': [
    'un rédacteur travaille sur un brouillon de ce texte',
    'publiez d’abord ce brouillon, ou demandez qu’il soit modifié',
  ],
  'headnote-sequence-repeated': [
    'deux sommaires portent le même numéro',
    'numérotez-les 1, 2, 3 …',
  ],
  'integrity-critical': [
    'un doute critique empêche la publication du texte',
    'corrigez le texte ; si le doute n’est pas fondé, une personne qui n’en est pas l’auteur peut l’écarter en indiquant ses motifs',
  ],
  'never-published': ['le texte n’a jamais été publié', 'publiez-le d’abord'],
  'not-approved': ['le brouillon n’est pas approuvé', 'soumettez-le et faites-le approuver'],
  'not-canonical': [
    'le texte contient la moitié d’une paire de substitution (UTF-16)',
    'retirez ce caractère incomplet',
  ],
  'not-in-review': ['le texte n’a pas de brouillon en relecture', 'soumettez-le d’abord'],
  'nothing-changed': [
    'le brouillon a l’empreinte de la version publiée',
    'modifiez-le, ou conservez la version publiée telle quelle',
  ],
  'nothing-to-submit': ['le texte n’a pas de brouillon à soumettre', 'révisez-le d’abord'],
  'point-unknown': [
    'le texte n’a pas de sommaire de ce numéro',
    'indiquez un sommaire du texte, ou aucun numéro pour viser l’ensemble du texte',
  ],
  'proposal-outdated': [
    'les mots de la proposition ne sont plus dans le texte',
    'rejetez-la et faites une nouvelle proposition',
  ],
  'proposal-settled': [
    'cette proposition a déjà été tranchée',
    'faites une nouvelle proposition pour la nouvelle rédaction',
  ],
  'proposal-unknown': [
    'ce texte n’a pas cette proposition',
    'prenez l’identifiant d’une proposition de ce texte',
  ],
  'quote-not-in-source': [
    'la citation ne figure pas dans le texte qui se prononce',
    'copiez-la à la lettre depuis ce texte',
  ],
  'reasons-missing': ['aucun motif n’est donné', 'indiquez le motif en une phrase'],
  'reliance-on-itself': [
    'un point ne peut s’appuyer sur lui-même',
    'désignez le point qui l’appuie',
  ],
  'reviewer-is-author': [
    'le relecteur a écrit ou soumis ce brouillon',
    'faites-le relire par une autre personne',
  ],
  'slug-taken': [
    'cette adresse appartient à un autre texte',
    'choisissez-en une autre, ou n’en indiquez aucune',
  ],
  'source-unnamed': [
    'rien n’indique l’auteur de l’appréciation',
    'désignez un texte, un ECLI ou une juridiction ; seul l’acte d’un législateur peut s’en passer',
  ],
  'subtype-without-doctrine': [
    'un genre de doctrine (doctrineSubtype) est donné à un texte qui n’est pas de la doctrine',
    'retirez doctrineSubtype, ou indiquez « doctrine » pour contentType',
  ],
  'text-deleted': ['le texte a été supprimé', 'importez-le sous un autre identifiant de source'],
  'text-erased': [
    'les mots du texte ont été effacés',
    'importez de nouveau le texte depuis son éditeur',
  ],
  'text-exists': ['le texte existe déjà', 'révisez-le plutôt'],
  'text-too-large': ['le texte dépasse 4 Mio en UTF-8', 'divisez-le à la limite d’une section'],
  'text-unknown': ['ce texte n’existe pas', 'créez d’abord un brouillon, ou importez-le'],
  'text-unpublished': [
    'un rédacteur a dépublié ce texte, et un import ne le rétablit pas',
    'publiez-le de nouveau à la main, puis importez',
  ],
  'text-withdrawn': [
    'le texte a été retiré',
    'un rédacteur doit le réviser et le faire publier de nouveau',
  ],
  'treatment-of-itself': [
    'un texte ne peut se prononcer sur lui-même',
    'désignez le texte qui se prononce ; une correction est une nouvelle version',
  ],
  'treatment-retracted': [
    'l’appréciation a été retirée, et ce retrait est définitif',
    'enregistrez-la de nouveau avec ce que l’on sait désormais, par exemple un autre passage',
  ],
  'treatment-unknown': [
    'cette appréciation n’existe pas',
    'vérifiez l’identifiant de l’appréciation',
  ],
  'validity-of-published': [
    'le texte est publié avec d’autres dates de validité, que seul le fichier de son éditeur modifie',
    'importez le fichier avec --publish depuis le dossier de son éditeur (pandect sources add DOSSIER --publisher NOM)',
  ],
  'reviewer-not-staff': [
    'le relecteur n’est pas membre de l’équipe',
    'l’approbation se donne au bureau de rédaction, par l’API éditoriale ou par la commande, une fois identifié',
  ],
  'already-approved': [
    'le brouillon est déjà approuvé',
    'publiez-le, ou fixez l’heure de sa publication',
  ],
  'cited-turned-red': [
    'un texte cité a perdu son autorité depuis l’approbation',
    'faites relire le brouillon, ou publiez-le en indiquant vos motifs',
  ],
  'comment-exists': [
    'un autre commentaire a cet identifiant',
    'envoyez le commentaire sous un identifiant propre',
  ],
  'comment-invalid': [
    'le commentaire n’a rien de lisible, ou dépasse 4 000 caractères',
    'écrivez de 1 à 4 000 caractères, au besoin en plusieurs commentaires',
  ],
  'comment-unanchored': [
    'les mots visés par le commentaire ne sont pas dans le texte',
    'désignez-les de nouveau dans la rédaction actuelle, ou commentez l’ensemble du texte',
  ],
  'comment-unknown': ['le texte n’a pas ce commentaire', 'relisez les commentaires'],
  'comments-too-many': [
    'le texte a 5 000 commentaires, le nombre maximal',
    'répondez par une révision',
  ],
  'not-scheduled': ['aucune publication de ce texte n’est programmée', 'il n’y a rien à annuler'],
  'nothing-pending': [
    'personne n’a demandé le retrait ou la suppression de ce texte',
    'il n’y a aucune demande à reprendre',
  ],
  'nothing-to-discard': [
    'le texte n’a pas de brouillon à côté d’une version',
    'un brouillon qui n’a jamais été publié se supprime',
  ],
  'nothing-to-restore': [
    'le texte n’est ni supprimé ni retiré, ou son brouillon est déjà ouvert',
    'soumettez le brouillon, ou republiez un texte dépublié',
  ],
  'reason-too-long': ['un motif dépasse 2 000 caractères', 'soyez plus bref'],
  'replacement-is-itself': [
    'un texte ne peut se remplacer lui-même',
    'désignez un autre texte, ou aucun',
  ],
  'replacement-unknown': [
    'aucun texte n’a l’adresse de celui qui doit le remplacer',
    'vérifiez l’adresse',
  ],
  'already-erased': ['ces mots ont déjà été effacés', 'il n’y a rien à faire'],
  'erasure-empty': [
    'aucune version n’est désignée',
    'désignez les versions à effacer, ou toutes (`all`)',
  ],
  'erasure-not-deleted': [
    'un texte entier n’est effacé qu’une fois supprimé',
    'supprimez-le d’abord, ou désignez les versions à effacer',
  ],
  'erasure-of-both': [
    'un commentaire s’efface par une demande qui ne désigne aucune version',
    'effacez les versions par une demande distincte',
  ],
  'erasure-reference-invalid': [
    'la référence de la demande n’a aucun caractère visible, ou en a plus de 200',
    'indiquez la référence de votre registre ; elle ne doit nommer personne',
  ],
  'erasure-too-large': [
    'plus de 1 000 versions sont désignées',
    'effacez-les en plusieurs demandes',
  ],
  'facts-unsealed': [
    'des faits de ce texte ont été enregistrés avant le scellement des faits',
    'exécutez d’abord `pandect log reseal`',
  ],
  'person-erased': [
    'cette personne a été effacée : le fichier ne l’enregistre pas de nouveau',
    'il n’y a rien à faire : le texte lui-même a été repris',
  ],
  'person-unknown': [
    'cette personne n’existe pas ici',
    'prenez l’identifiant que donnent `service_magistrate_lookup` ou `pandect privacy export`',
  ],
  'version-live': [
    'cette version est celle qui est publiée',
    'publiez d’abord une version sans ces mots, ou supprimez le texte',
  ],
  'version-erased': [
    'les mots de cette version ont été effacés',
    'choisissez des versions dont les mots sont encore conservés',
  ],
  'version-unknown': ['le texte n’a pas cette version', 'consultez son historique'],
  'wording-erased': [
    'ce fichier contient des mots qui ont été effacés',
    'prenez le fichier actuel de l’éditeur',
  ],
  'request-pending': [
    'une autre demande sur ce texte attend une seconde personne',
    'confirmez cette demande telle quelle, ou reprenez-la d’abord',
  ],
  'same-person': [
    'la personne qui l’a demandé ne peut le confirmer',
    'faites confirmer par une seconde personne',
  ],
  'schedule-not-due': [
    'l’heure de cette publication n’est pas venue',
    'attendez, ou publiez immédiatement',
  ],
  'schedule-past': [
    'cette heure est passée',
    'choisissez une heure ultérieure, ou publiez immédiatement',
  ],
  'scope-missing': [
    'les rôles de cette personne n’autorisent pas cet acte',
    'adressez-vous à une personne qui a ce rôle, ou à un administrateur ; un rôle attribué depuis vaut à partir de la prochaine connexion ou du prochain jeton d’accès',
  ],
  'second-factor-missing': [
    'cet acte exige un second facteur, et la personne s’est identifiée sans lui',
    'configurez une application d’authentification (codes à usage unique), puis identifiez-vous de nouveau avec un code',
  ],
  'text-invisible': [
    'rien de lisible n’est écrit à cet endroit',
    'écrivez-y des mots ; les espaces, les accents isolés et les caractères invisibles ne suffisent pas',
  ],
  'ungrounded-needs-reason': [
    'aucune affirmation du texte n’est appuyée par une source',
    'citez des sources, ou publiez en indiquant vos motifs',
  ],
}

const staff: Readonly<Record<keyof typeof STAFF_REFUSALS, FrenchEntry>> = {
  'invitation-unknown': [
    'cette invitation n’existe pas, a déjà servi ou a expiré',
    'demandez-en une nouvelle à un administrateur',
  ],
  'last-administrator': [
    'personne d’autre n’est administrateur',
    'nommez d’abord un autre administrateur',
  ],
  'roles-empty': ['un membre de l’équipe a au moins un rôle', 'choisissez un rôle de la liste'],
  'second-factor-wrong': [
    'le code est incorrect, ou a déjà servi',
    'attendez le code suivant et vérifiez l’heure de l’appareil',
  ],
  'sign-in-throttled': ['il y a eu trop de tentatives', 'attendez un quart d’heure'],
  'sign-in-wrong': [
    'l’adresse ou le mot de passe est incorrect',
    'vérifiez l’adresse auprès d’un administrateur',
  ],
  'staff-email-taken': [
    'un membre de l’équipe a déjà cette adresse',
    'consultez la liste des membres',
  ],
  'staff-name-invalid': [
    'un nom comporte de 1 à 200 caractères imprimables',
    'écrivez le nom sous lequel les collègues vous connaissent',
  ],
  'staff-role-unknown': ['ce rôle n’existe pas', 'choisissez un rôle de la liste'],
  'staff-token-unknown': ['ce jeton d’accès n’existe pas', 'consultez la liste de vos jetons'],
  'staff-unknown': ['ce membre de l’équipe n’existe pas', 'consultez la liste des membres'],
  'token-days-invalid': [
    'un jeton d’accès dure de 1 à 366 jours',
    'indiquez un nombre entier dans ces limites',
  ],
  'token-scope-excess': [
    'un jeton d’accès ne permet rien de plus que les rôles de son titulaire',
    'n’indiquez pas de portées, ou prenez-en que vos rôles comportent',
  ],
}

const imports: Readonly<Record<keyof typeof IMPORT_REFUSALS, FrenchEntry>> = {
  // Deletions of publishers.
  'listing-fell': [
    'la liste compte plus de 5 % de textes en moins que la dernière liste complète : aucune absence n’est comptée',
    'vérifiez qu’elle est entière ; si l’éditeur a bien retiré tant de textes : pandect import --complete --accept-fall',
  ],
  'listing-not-complete': [
    'l’import a été interrompu, ou a refusé des fichiers dont le nom ne dit pas l’identifiant : aucune absence n’est comptée',
    'corrigez ce qui est refusé, puis importez de nouveau la liste entière',
  ],
  'listing-not-official': [
    'aucun fichier de la liste ne se trouve dans un dossier configuré : aucune absence n’est comptée',
    'pandect sources add DOSSIER --publisher NOM, puis importez-la de nouveau',
  ],
  'listing-option-alone': [
    '--accept-fall dit comment une liste complète est comptée',
    'ajoutez --complete, ou retirez l’option',
  ],
  'listing-same-day': [
    'une liste complète de cet éditeur a déjà été comptée ce jour-là',
    'il n’y a rien à faire : la prochaine, un autre jour, sera comptée',
  ],
  'notifications-go-on': [
    'ce flux de notifications a une page suivante (moreEntries)',
    'demandez-la et importez-la aussi, sinon des suppressions manqueront',
  ],
  'notifications-shape': [
    'ce n’est pas un flux de notifications lisible',
    'donnez la réponse de /webapi/notification/ingestion telle quelle : cellarId, type et date de chaque entrée',
  ],
  'removal-before-later-state': [
    'l’éditeur a de nouveau diffusé le texte après cette suppression : il reste',
    RIEN,
  ],
  'removal-held-back': [
    'une liste postérieure de l’éditeur supprime ce texte : son fichier n’est pas repris',
    'il n’y a rien à faire ; un fichier postérieur de l’éditeur le rétablit',
  ],
  'removal-known': ['le texte avait déjà été retiré', RIEN],
  'removal-last-wording': [
    'l’éditeur a supprimé la rédaction, mais aucune autre n’est publiée avec ses dates : elle demeure',
    'importez le fichier le plus récent du texte avec --publish, ou dépubliez le texte',
  ],
  'removal-line-shape': [
    'cette ligne ne peut pas être lue comme un retrait',
    'écrivez {"removed": {"id": "IDENTIFIANT DE SOURCE"}}, avec "at" si le jour ou l’instant est connu',
  ],
  'removal-list-cut': [
    'la dernière ligne de la liste n’a pas de fin : un chemin plus long a pu être visé',
    'récupérez la liste de nouveau ; si elle est entière, ajoutez une fin de ligne',
  ],
  'removal-list-empty': ['la liste de suppression est vide', RIEN],
  'removal-moved': [
    'la liste supprime un autre emplacement de ce texte que celui où il se trouve : il reste',
    'il n’y a rien à faire : l’éditeur l’a déplacé',
  ],
  'removal-not-official': [
    'la liste ne se trouve dans aucun dossier configuré d’un éditeur : elle ne retire rien',
    'pandect sources add DOSSIER --publisher NOM, puis importez-la de nouveau',
  ],
  'removal-of-another': [
    'le texte est d’un autre éditeur, ou de la rédaction : la liste ne peut pas le retirer',
    'cherchez qui a placé la liste dans ce dossier',
  ],
  'removal-stated-again': [
    'la même livraison le supprime et le diffuse : il reste',
    'il n’y a rien à faire : l’éditeur l’a déplacé',
  ],
  'removal-too-wide': [
    'la ligne nomme un dossier situé au-dessus des textes, ce qui en supprimerait beaucoup',
    'la liste est peut-être tronquée ou d’une forme nouvelle : récupérez-la de nouveau et comparez',
  ],
  'removal-unknown': [
    'la liste supprime ce qui n’est pas ici',
    'il n’y a rien à faire : un fichier plus ancien ne le fera pas entrer non plus',
  ],
  'removal-unreadable': [
    'la ligne ne désigne aucun texte : elle ne finit pas par un identifiant de la DILA (8 lettres, 12 chiffres)',
    'la liste est peut-être tronquée ou d’une forme nouvelle : récupérez-la de nouveau et comparez',
  ],
  'removal-wording': [
    'l’éditeur a supprimé une rédaction du texte : elle n’est plus en vigueur à aucune date, et le texte demeure avec ses autres rédactions',
    'il n’y a rien à faire',
  ],
  'removals-of-broken-archive': [
    'l’archive est endommagée, sa liste de suppression n’est donc pas suivie : rien n’a été retiré',
    'récupérez l’archive de nouveau et importez-la entière',
  ],
  'removals-too-many-texts': [
    'l’archive a une liste de suppression et plus de textes qu’une livraison : rien n’a été retiré',
    'décompressez-la et donnez le dossier',
  ],
  'transactions-go-on': [
    'cette réponse de Judilibre a une page suivante (next_page)',
    'demandez-la à l’API et importez-la aussi, sinon des suppressions manqueront',
  ],
  'transactions-shape': [
    'ce n’est pas un historique de Judilibre lisible',
    'donnez la réponse de /transactionalhistory telle quelle : id, action et date de chaque opération',
  ],
  'already-recorded-older-state': [
    'le texte est revenu à un état antérieur de cette source, déjà enregistré',
    'indiquez source.version pour enregistrer ce retour',
  ],
  'archive-broken': [
    'ce n’est pas une archive tar, ou elle est endommagée ou tronquée',
    'récupérez-la de nouveau, ou décompressez-la',
  ],
  'archive-nested': ['une archive se trouve dans une archive', 'décompressez la première'],
  'archive-too-large': [
    'l’archive décompressée dépasse ce qui est lu',
    'décompressez-la dans un endroit sûr ; une archive saine ne se comporte pas ainsi',
  ],
  'article-missing': [
    'le document ne contient aucun article avec un texte',
    'donnez l’acte lui-même : annexes, résumés et autres documents ne sont pas encore lus',
  ],
  'article-without-anchor': [
    'un article n’a ni eId ni id',
    'donnez-lui-en un : il désigne l’article dans toutes les rédactions de l’acte',
  ],
  'celex-missing': [
    'l’acte n’indique pas son numéro CELEX',
    'donnez le fichier avec ses métadonnées',
  ],
  'concept-given-twice': ['le fichier donne ce concept deux fois', 'conservez une ligne par URI'],
  'concept-invalid': [
    'ce concept est illisible',
    'indiquez uri, et prefLabel par langue, par exemple {"fr": "…"}',
  ],
  'concept-without-label': [
    'le concept n’a pas de libellé, et son URI ne contient aucun nom',
    'donnez-lui un prefLabel dans une langue au moins',
  ],
  'content-type-unknown': ['ce type de contenu n’existe pas', 'prenez le plus proche'],
  'court-code-unknown': ['aucune juridiction n’a ce code', 'prenez le plus proche'],
  'date-invalid': [
    'ce n’est pas un jour',
    'écrivez le jour sous la forme AAAA-MM-JJ, par exemple 2024-05-02',
  ],
  'decision-date-missing': ['la décision n’a pas de date', EDITEUR],
  'decision-date-twice': ['la décision porte deux dates', EDITEUR],
  'doctrine-subtype-unknown': ['ce genre de doctrine n’existe pas', 'prenez le plus proche'],
  'document-too-costly': [
    'la lecture du document exige plus de mémoire ou de temps qu’un document ordinaire',
    'vérifiez d’où il vient ; divisez-le, ou donnez son texte en Markdown',
  ],
  'docx-broken': [
    'le document Word est illisible',
    'ouvrez-le dans un traitement de texte et enregistrez-le de nouveau en .docx',
  ],
  'ecli-date-disagrees': [
    'l’ECLI et la date de la décision ne concordent pas',
    'vérifiez sur la page de la juridiction lequel des deux est exact, et corrigez l’autre',
  ],
  'file-empty': ['ce fichier est vide', 'retirez-le, ou cherchez pourquoi rien n’y a été écrit'],
  'file-exists': ['un fichier de ce nom existe déjà', 'choisissez un autre nom'],
  'file-too-long': ['le fichier dépasse la taille qui peut être lue', 'divisez-le'],
  'file-unreadable': ['le fichier ne peut être lu', 'accordez-vous le droit de le lire'],
  'folder-empty': [
    'ce dossier ne contient rien à importer',
    'donnez un dossier qui contient les fichiers d’une source',
  ],
  'folder-too-deep': [
    'les dossiers sont imbriqués trop profondément',
    'désignez directement ce dossier',
  ],
  'format-unknown': [
    'le format du fichier n’est pas reconnu',
    'donnez un fichier Word, PDF, Markdown ou JSON Lines, ou retirez celui-ci',
  ],
  'front-matter-alias': [
    'l’en-tête emploie des renvois YAML (*nom)',
    'écrivez la valeur partout où elle est utile',
  ],
  'front-matter-broken': [
    'l’en-tête n’est pas du YAML',
    'mettez entre guillemets les textes qui contiennent un deux-points, un guillemet ou un #, et indentez avec des espaces',
  ],
  'front-matter-duplicate-member': [
    'une donnée de l’en-tête est indiquée deux fois',
    'n’en conservez qu’une',
  ],
  'front-matter-missing': [
    'le fichier ne commence pas par un en-tête',
    'commencez par une ligne ---, puis title:, contentType: et source: avec son id:, puis une ligne ---',
  ],
  'front-matter-not-members': [
    'l’en-tête n’est pas une liste de données',
    'écrivez title:, contentType: et source: avec son id: entre les lignes ---',
  ],
  'front-matter-too-deep': [
    'les listes et données de l’en-tête sont imbriquées trop profondément',
    'un texte à importer a au plus 5 niveaux',
  ],
  'front-matter-too-long': [
    'l’en-tête dépasse la longueur qui peut être lue',
    'placez le texte après la ligne --- qui le ferme',
  ],
  'front-matter-unclosed': ['aucune ligne --- ne ferme l’en-tête', 'ajoutez-en une avant le texte'],
  'json-array': ['le fichier est un seul tableau JSON', 'écrivez un objet par ligne'],
  'json-broken': ['ce n’est pas du JSON', 'vérifiez la ligne avec un outil JSON'],
  'json-duplicate-member': ['une donnée est indiquée deux fois', 'n’en conservez qu’une'],
  'json-over-lines': ['l’objet JSON s’étend sur plusieurs lignes', 'écrivez un objet par ligne'],
  'json-too-deep': [
    'les objets et les listes sont imbriqués trop profondément',
    'un texte à importer a au plus 5 niveaux',
  ],
  'judilibre-list-too-long': [
    'la liste contient plus de décisions qu’il n’en est lu à la fois',
    'demandez moins de décisions à la fois',
  ],
  'judilibre-shape': [
    'ce n’est ni une décision de Judilibre ni une liste de résultats',
    'donnez la réponse de /decision ou de /export telle quelle',
  ],
  'jurisdiction-unknown': ['cet ordre juridique n’existe pas', 'prenez le plus proche'],
  'language-unknown': ['cette langue n’existe pas', 'prenez la plus proche'],
  'legal-domain-unknown': ['ce domaine du droit n’existe pas', 'prenez le plus proche'],
  'legal-rule-type-unknown': ['cette nature de règle n’existe pas', 'prenez la plus proche'],
  'line-too-long': [
    'la ligne dépasse la longueur qui peut être lue',
    'divisez le texte : un texte compte au plus 4 Mio en UTF-8',
  ],
  'lone-surrogate': [
    'la moitié d’une paire de substitution (UTF-16) n’est pas un caractère',
    'écrivez le caractère entier en UTF-8, ou retirez cette moitié',
  ],
  'manuscripts-several': [
    'le titre et l’identifiant sont ceux d’un seul texte, et plusieurs fichiers sont donnés',
    'donnez un seul fichier, ou placez le titre et source.id de chacun dans NOM.docx.yaml à côté de lui',
  ],
  'member-empty': ['une donnée est vide', 'indiquez-la, ou retirez le texte'],
  'member-invalid': ['une donnée ne peut être acceptée', 'corrigez-la, ou retirez-la'],
  'member-missing': ['une donnée manque', 'ajoutez-la'],
  'member-too-long': [
    'une donnée dépasse sa limite',
    'abrégez-la, ou vérifiez qu’elle ne contient pas autre chose',
  ],
  'member-too-small': ['une donnée est en deçà de son minimum', 'corrigez-la, ou retirez-la'],
  'member-unknown': ['une donnée est inconnue', 'corrigez son nom, ou retirez-la'],
  'member-wrong-form': ['une donnée n’a pas la forme voulue', 'écrivez-la sous cette forme'],
  'member-wrong-type': ['une donnée n’est pas du type voulu', 'donnez une valeur de ce type'],
  'not-a-file': ['ce n’est ni un fichier ni un dossier', 'donnez des fichiers ou des dossiers'],
  'not-text': [
    'le fichier n’est pas du texte',
    'donnez un fichier Word, PDF, Markdown ou JSON Lines en UTF-8, ou retirez celui-ci',
  ],
  'not-utf8': ['les octets ne sont pas de l’UTF-8', 'convertissez d’abord le fichier'],
  'nul-character': [
    'un caractère NUL se trouve dans le texte, ce qui n’arrive jamais dans un texte sain',
    'retirez-le, et cherchez ce qui l’a écrit : le texte voisin est peut-être endommagé',
  ],
  'path-missing': ['rien ne se trouve à ce chemin', 'corrigez le chemin'],
  'pdf-broken': [
    'le PDF est endommagé, tronqué ou protégé par un mot de passe',
    'ouvrez-le et imprimez-le dans un nouveau PDF, ou donnez son texte en Markdown',
  ],
  'pdf-too-long': ['le PDF a plus de pages qu’il n’en est lu', 'divisez-le'],
  'pdf-without-text': [
    'le PDF n’a pas de couche de texte : ses pages sont des images',
    'faites-en d’abord reconnaître le texte (OCR), relisez-le, puis importez-le',
  ],
  'rdf-broken': ['ce n’est pas du RDF/XML', 'vérifiez le fichier avec un outil RDF'],
  'record-not-object': [
    'ce n’est pas un objet avec les données d’un texte',
    'indiquez au moins title, text, contentType et source.id',
  ],
  'slug-invalid': [
    'cette adresse n’est pas valable',
    'employez a-z, 0-9 et des traits d’union isolés ; un texte peut s’en passer',
  ],
  'source-known': [
    'ce dossier est déjà configuré comme source officielle',
    'pour la modifier, supprimez-la d’abord',
  ],
  'source-not-a-folder': [
    'ce n’est pas un dossier lisible',
    'désignez le dossier où arrivent les fichiers de l’éditeur',
  ],
  'source-too-wide': [
    'il s’agit du disque entier',
    'désignez le dossier où arrivent les fichiers de l’éditeur',
  ],
  'source-unknown': [
    'ce dossier n’est pas configuré comme source officielle',
    'consultez la liste des sources configurées',
  ],
  'state-conflict': [
    'cet import contient déjà cet état du texte avec un autre contenu',
    'donnez à chaque état du texte une source.version propre, ou n’en conservez qu’un',
  ],
  'state-recorded-otherwise': [
    'cet état du texte est déjà enregistré avec un autre contenu, qui demeure',
    'donnez au nouveau contenu une source.version propre',
  ],
  'text-missing': [
    'la décision n’a pas de texte',
    'retirez le fichier, ou demandez la décision entière',
  ],
  'url-not-web': [
    'l’adresse de la source n’est pas une adresse du web',
    'indiquez l’adresse entière, avec http:// ou https://, ou aucune',
  ],
  'validity-reversed': [
    'le texte cesse de s’appliquer avant d’entrer en vigueur',
    'échangez validFrom et validTo ; les deux jours sont inclus',
  ],
  'value-unknown': ['une donnée a une valeur inconnue', 'prenez la plus proche'],
  'vocabulary-loop': [
    'le concept est plus large que lui-même',
    'supprimez l’une des relations « broader » de la boucle',
  ],
  'work-unknown': [
    'le document n’indique pas de quel texte il s’agit (FRBRWork), ou n’a pas de titre',
    'donnez l’identification exigée par Akoma Ntoso',
  ],
  'xml-broken': [
    'le XML est mal formé',
    'vérifiez la ligne avec xmllint, ou récupérez de nouveau le fichier',
  ],
  'xml-cut-off': [
    'le fichier s’arrête avant la fin de son premier élément',
    'récupérez-le de nouveau : il est tronqué',
  ],
  'xml-entity': [
    'le fichier déclare ou emploie une entité qui lui est propre',
    'écrivez le texte en entier : les entités ne sont jamais développées',
  ],
  'xml-too-deep': [
    'les éléments sont imbriqués trop profondément',
    'cherchez ce qui a écrit le fichier : aucun texte de droit n’est aussi profond',
  ],
  'xml-too-large': [
    'les éléments sont trop nombreux',
    'divisez le fichier par articles ou chapitres',
  ],
  'xml-unknown': [
    'ce XML n’est celui d’aucun éditeur reconnu',
    'retirez ce fichier, ou donnez celui d’un éditeur reconnu',
  ],
  'zone-outside-text': [
    'une zone de la décision finit hors du texte, ou avant de commencer',
    'comptez à partir de 0 en unités UTF-16 du texte, fin exclue',
  ],
}

const notes: Readonly<Record<keyof typeof IMPORT_NOTES, FrenchEntry>> = {
  'attachment-left': [
    'un fichier joint à la décision n’est pas importé',
    'il n’y a rien à faire : rapports, avis et notes sont des textes à part entière',
  ],
  'context-only': [
    'le fichier indique seulement l’ordre des articles ; chaque article l’indique aussi',
    RIEN,
  ],
  'decision-dates-disagree': ['le titre et la date d’une décision ne concordent pas', EDITEUR],
  'element-unknown': ['un élément n’est pas lu', 'rien d’autre n’est perdu'],
  'file-not-imported': [
    'le nom du fichier n’a pas l’extension d’une source',
    'donnez le fichier lui-même s’il doit être importé',
  ],
  'not-a-text': ['le fichier ne contient pas de texte', RIEN],
  'notes-left-out': [
    'il y a plus de sortes de remarques qu’il n’en est affiché',
    'examinez les premières : les fichiers ne sont peut-être pas du format qu’ils paraissent avoir',
  ],
  'picture-left': [
    'le document Word contient des images, qui ne sont pas importées',
    'décrivez par écrit ce qu’elles montrent',
  ],
  'validity-doubt': ['l’entrée en vigueur ou la fin d’une rédaction est douteuse', EDITEUR],
  'value-unmapped': [
    'une valeur n’a pas de code ici ; ses mots sont conservés là où une donnée les accueille',
    RIEN,
  ],
  'wording-empty': ['un article n’a pas de texte dans cette rédaction', RIEN],
  'wording-never-in-force': ['une rédaction a pris fin avant de commencer', EDITEUR],
  'xml-doctype': ['le fichier désigne une DTD, qui n’est pas lue', RIEN],
  'zone-repaired': ['les limites d’une zone de la décision ont été rectifiées', RIEN],
}

/** Codes of answers of the editorial API. */
const answers: Readonly<
  Record<keyof typeof HTTP_ERRORS | keyof typeof EDITORIAL_ERRORS, FrenchEntry>
> = {
  not_acceptable: [
    'la réponse n’existe sous aucune des formes demandées par Accept',
    'choisissez l’une des formes indiquées par « details »',
  ],
  origin_not_allowed: [
    'la clé ne peut servir aux pages de cette origine',
    'ajoutez l’origine de la page à la clé, dans l’espace client',
  ],
  ambiguous: ['plusieurs textes correspondent à la demande', 'reprenez l’un des candidats'],
  idempotency_conflict: [
    'cette Idempotency-Key a servi à une autre requête, ou trop souvent',
    'employez une nouvelle clé pour une nouvelle requête',
  ],
  insufficient_scope: [
    'le jeton n’a pas la portée requise',
    'employez un jeton qui a la portée indiquée par « reason », ou adressez-vous à une personne qui a ce rôle',
  ],
  internal_error: [
    'une erreur est survenue de notre côté',
    'réessayez après le nombre de secondes indiqué par Retry-After',
  ],
  method_not_allowed: [
    'cette adresse n’accepte pas cette méthode',
    'employez une méthode indiquée par l’en-tête Allow',
  ],
  not_found: ['il n’y a rien sous cette adresse', 'vérifiez l’adresse du texte'],
  overloaded: [
    'le service traite autant de requêtes qu’il le peut',
    'réessayez après le nombre de secondes indiqué par Retry-After',
  ],
  rate_limit: ['trop de requêtes', 'réessayez après le nombre de secondes indiqué par Retry-After'],
  request_in_progress: [
    'la première requête qui porte cette Idempotency-Key n’a pas encore de réponse',
    'renvoyez la même requête après le nombre de secondes indiqué par Retry-After',
  ],
  search_unavailable: [
    'le moteur de recherche est indisponible, ou reconstruit son index',
    'réessayez après le nombre de secondes indiqué par Retry-After',
  ],
  unauthorized: [
    'le jeton d’accès manque ou n’est pas valable',
    'envoyez l’en-tête Authorization: Bearer avec un jeton en vigueur d’un membre de l’équipe',
  ],
  validation_failed: ['la requête n’est pas valable', 'corrigez ce que « details » désigne'],
  conflict: ['l’état du texte ne le permet pas', 'suivez le conseil donné par « hint »'],
  forbidden: ['cette personne n’y est pas autorisée', 'suivez le conseil donné par « hint »'],
  precondition_failed: [
    'le texte a changé depuis sa lecture',
    'relisez-le, fusionnez, et envoyez sa nouvelle ETag dans If-Match',
  ],
  precondition_required: [
    'l’en-tête If-Match manque',
    'lisez le texte, et envoyez entre guillemets, dans If-Match, l’ETag de la réponse',
  ],
  refused: ['ce qui a été envoyé ne peut être accepté', 'suivez le conseil donné par « hint »'],
}

/** `code` of one entry of `details`. */
const details: Readonly<Partial<Record<keyof typeof HTTP_DETAILS, FrenchEntry>>> = {
  body_incomplete: ['la requête s’est interrompue avant la fin de son corps', 'renvoyez-la'],
  body_missing: ['la requête n’a pas de corps', 'envoyez un objet JSON, au moins {}'],
  body_too_large: [
    'le corps dépasse la taille qui peut être lue',
    'abrégez-le, ou divisez la requête',
  ],
  contradiction: ['deux données se contredisent', 'retirez l’une d’elles'],
  day_missing: [
    'ce qui est en vigueur change avec le jour, et une recherche enregistrée n’en nomme aucun',
    'indiquez le jour dans asOf, ou retirez inForce',
  ],
  search_or_cites: [
    'une recherche enregistrée est une recherche ou une citation',
    'indiquez l’une des deux',
  ],
  dates_reversed: ['le premier jour est postérieur au dernier', 'échangez-les'],
  duplicate_header: ['un en-tête est envoyé deux fois', 'envoyez-le une fois'],
  duplicate_member: ['une donnée est indiquée deux fois', 'n’en conservez qu’une'],
  docket_missing: [
    'une juridiction est indiquée sans numéro d’affaire',
    'ajoutez docket, ou retirez court',
  ],
  header_missing: ['un en-tête manque', 'envoyez l’en-tête que « path » désigne'],
  invalid: ['une valeur ne peut être acceptée', CORRIGER],
  invalid_character: [
    'un texte contient U+0000 ou la moitié d’une paire de substitution',
    'retirez ce caractère, qui ne peut être conservé',
  ],
  invalid_cursor: [
    'ce n’est pas un curseur de cette liste',
    'renvoyez la suite (nextCursor) sans la modifier, ou aucune',
  ],
  invalid_encoding: ['le corps n’est pas de l’UTF-8', 'envoyez-le en UTF-8'],
  invalid_format: ['une valeur n’a pas la forme voulue', CORRIGER],
  invalid_host: ['ce n’est pas le nom d’un hôte', 'envoyez l’en-tête Host du service'],
  invalid_http: ['ce n’est pas une requête HTTP bien formée', 'employez un client HTTP'],
  invalid_idempotency_key: [
    'ce n’est pas une Idempotency-Key valable',
    'envoyez de 1 à 255 caractères imprimables',
  ],
  invalid_json: ['le corps n’est pas du JSON', 'vérifiez-le avec un outil JSON'],
  invalid_type: ['une valeur n’est pas du type voulu', CORRIGER],
  invalid_value: ['la valeur n’est pas de celles qui sont admises', 'prenez la plus proche'],
  member_missing: ['une donnée obligatoire manque', 'ajoutez celle que « path » désigne'],
  not_current: ['le texte a désormais une autre version', 'relisez-le'],
  one_of: ['une seule de deux données est requise', 'retirez l’une d’elles'],
  parameter_missing: [
    'un paramètre obligatoire manque',
    'ajoutez à l’adresse celui que « path » désigne',
  ],
  same_version: ['une version est comparée à elle-même', 'indiquez deux versions'],
  too_big: ['une valeur dépasse sa limite', CORRIGER],
  too_deep: [
    'les objets et les listes sont imbriqués trop profondément',
    'envoyez les données du schéma',
  ],
  too_many: ['il y a plus d’entrées qu’il n’en est accepté', 'divisez la requête'],
  too_small: ['une valeur est en deçà de son minimum', CORRIGER],
  unknown_member: ['cette donnée est inconnue', 'prenez celle que « closest » désigne'],
  unknown_parameter: [
    'ce paramètre est inconnu',
    'prenez l’un de ceux que « allowed » énumère, ou aucun',
  ],
  version_and_day: ['version et asOf désignent chacun une rédaction', 'retirez l’un des deux'],
  unsupported_encoding: ['le corps est compressé', 'envoyez-le sans compression'],
  unsupported_expectation: [
    'l’en-tête Expect demande ce que le service ne fait pas',
    'retirez-le, ou envoyez 100-continue',
  ],
  unsupported_media_type: [
    'l’en-tête Content-Type désigne un type qui n’est pas accepté ici',
    'envoyez l’un des types que « allowed » énumère',
  ],
}

/** Refusals of commands and reasons of answers that reach the desk or the editorial API. */
const others: Readonly<Partial<Record<keyof typeof REFUSALS | 'customers_key', FrenchEntry>>> = {
  'email-invalid': [
    'ce n’est pas une adresse électronique',
    'écrivez-la sous la forme nom@exemple.fr',
  ],
  'email-taken': ['cette adresse appartient à un autre compte', 'employez une autre adresse'],
  'label-invalid': ['ce libellé n’est pas valable', 'abrégez-le'],
  'password-invalid': [
    'le mot de passe est trop court ou trop long',
    'une phrase se retient mieux qu’une énigme',
  ],
  'scope-unknown': ['cette portée n’existe pas', 'prenez une portée de la liste'],
  'scopes-empty': ['un jeton sans portée ne permet rien', 'indiquez au moins une portée'],
  'quote-ambiguous': [
    'ces mots figurent plusieurs fois dans le texte',
    'citez quelques mots de plus autour d’eux',
  ],
  'time-ambiguous': [
    'cette heure existe deux fois ce jour-là : passage à l’heure d’hiver',
    'indiquez laquelle des deux vous visez, avec son décalage',
  ],
  'time-skipped': [
    'cette heure n’existe pas ce jour-là : passage à l’heure d’été',
    'choisissez une autre heure, avec son décalage',
  ],
  'time-unreadable': [
    'ce n’est pas une heure d’un jour',
    'écrivez 2026-12-01T08:00 avec un fuseau, ou 2026-12-01T08:00:00+01:00',
  ],
  'zone-missing': [
    'rien n’indique le fuseau de cette heure',
    'indiquez-en un, par exemple Europe/Paris',
  ],
  'zone-unknown': [
    'ce fuseau horaire n’existe pas',
    'indiquez un fuseau de la liste de l’IANA, par exemple Europe/Paris',
  ],
  'draft-incomplete': [
    'le texte n’a pas encore de titre ou de contenu',
    'écrivez les deux, puis enregistrez',
  ],
  'paragraphs-conflict': [
    'deux personnes ont modifié les mêmes paragraphes',
    'choisissez entre les deux rédactions sur la page qui les montre côte à côte',
  ],
  'scratch-mismatch': [
    'la modification ne correspond pas à ce qui est conservé de ce texte',
    'envoyez le texte entier',
  ],
  'scratch-moved-on': [
    'ce texte a été modifié dans une autre fenêtre',
    'reprenez ce qui est conservé, ou envoyez le texte entier pour le remplacer',
  ],
  'scratches-full': [
    'une personne a au plus 200 textes non enregistrés',
    'enregistrez ou abandonnez d’abord l’un d’eux',
  ],
  'certificate-altered': [
    'ce certificat a été altéré : sa signature ne correspond pas',
    'demandez-le de nouveau avec `pandect erasure certificate SLUG --output FICHIER`',
  ],
  'certificate-malformed': [
    'ce n’est pas un certificat d’effacement',
    'indiquez un fichier écrit par `pandect erasure certificate SLUG --output FICHIER`',
  ],
  'certificate-other-key': [
    'ce certificat a été signé par un autre service',
    'contrôlez-le là où il a été établi, avec la KEY_PEPPER de ce service',
  ],
  'certificate-unknown': [
    'aucun certificat ne porte sur un tel effacement',
    'indiquez des versions effacées ; si un effacement a été interrompu, lancez `pandect erasure finish`',
  ],
  'erasure-incomplete': [
    'des mots subsistent dans une copie',
    'relancez `pandect erasure finish` ; si cela persiste, examinez les copies indiquées',
  ],
  'words-invalid': [
    'ces mots ne peuvent pas être recherchés',
    'écrivez-en un par ligne, de 3 à 200 caractères chacun, et 100 au plus',
  ],
  customers_key: [
    'la clé d’un client n’agit jamais sur les textes',
    'envoyez le jeton d’accès d’un membre de l’équipe',
  ],
}

/** Message and hint by code; a code that never reaches people at the desk has none. */
export const FRENCH: Readonly<Record<string, FrenchEntry | undefined>> = {
  ...domain,
  ...staff,
  ...imports,
  ...notes,
  ...answers,
  ...details,
  ...others,
}
