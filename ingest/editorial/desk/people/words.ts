/** Words of the pages about people, in both languages. */
import type { StaffRole } from '#contracts/staff.ts'
import { withFrenchSpaces } from '#contracts/toolkit/french-spaces.ts'
import type { Language } from '#contracts/web/language.ts'
import { INVITATION_DAYS } from '../../staff/invitations.ts'

const mayEn: Readonly<Record<StaffRole, string>> = {
  author: 'write and submit texts',
  reviewer: 'review and approve what others wrote',
  publisher: 'publish, schedule, unpublish and withdraw',
  data_protection: 'erase personal data',
  administrator: 'manage people; no act on texts',
}
const refusalsEn: Record<string, string> = {
  'email-invalid': 'This is not an e-mail address.',
  'roles-empty': 'Choose at least one role.',
  'staff-role-unknown': 'There is no such role.',
  'staff-email-taken': 'A member of the team has this address already.',
  'staff-unknown': 'There is no such person.',
  'last-administrator':
    'Nobody else is an administrator. Make somebody else an administrator first.',
  'invitation-unknown': 'This invitation was used or has ended.',
}

const en = {
  title: 'People',
  caption: 'The editorial team',
  name: 'Name',
  email: 'E-mail address',
  roles: 'Roles',
  factor: 'Second factor',
  hasFactor: 'set up',
  noFactor: 'not set up',
  state: 'Status',
  active: 'active',
  disabled: (date: string) => `disabled since ${date}`,
  change: 'Change',
  changeOne: (name: string) => `Change ${name}`,
  may: mayEn,
  invite: 'Invite somebody',
  inviteText: `You get a link to hand on. It works once and lasts ${INVITATION_DAYS} days. No mail is sent.`,
  inviteSubmit: 'Create the invitation',
  invited: 'The invitation',
  invitedOnce: 'Copy this link now: it is shown only once.',
  invitedFor: (email: string) => `It is for ${email}.`,
  copy: 'Copy',
  copied: 'Copied',
  open: 'Open invitations',
  openUntil: (date: string) => `until ${date}`,
  revoke: 'Take back',
  revokeOne: (email: string) => `Take back the invitation of ${email}`,
  back: 'All people',
  saveRoles: 'Save the roles',
  you: 'This is you.',
  disable: 'Disable',
  disableText: 'Sessions and access tokens end at once. What this person did stays recorded.',
  enable: 'Let sign in again',
  reset: 'Remove the second factor',
  resetText:
    'For somebody who lost the device and the recovery codes. Sessions and tokens made with it end.',
  needsFactor:
    'Managing people needs your second factor. Set it up under “My account”, or sign in again with it.',
  needsRole: 'Only administrators manage people.',
  done: {
    roles: 'The roles are saved.',
    disabled: 'The person is disabled.',
    enabled: 'The person may sign in again.',
    reset: 'The second factor is removed.',
    revoked: 'The invitation is taken back.',
  },
  refusals: refusalsEn,
}
export type PeopleWords = typeof en

const fr: PeopleWords = {
  title: 'Équipe',
  caption: 'La rédaction',
  name: 'Nom',
  email: 'Adresse électronique',
  roles: 'Rôles',
  factor: 'Second facteur',
  hasFactor: 'configuré',
  noFactor: 'non configuré',
  state: 'État',
  active: 'en activité',
  disabled: (date) => `accès suspendu depuis le ${date}`,
  change: 'Modifier',
  changeOne: (name) => `Modifier ${name}`,
  may: {
    author: 'rédiger et soumettre des textes',
    reviewer: 'relire et approuver les textes des autres',
    publisher: 'publier, programmer, dépublier et retirer',
    data_protection: 'effacer des données personnelles',
    administrator: 'gérer les personnes ; aucun acte sur les textes',
  },
  invite: 'Inviter une personne',
  inviteText: `Vous obtenez un lien à transmettre. Il sert une seule fois et dure ${INVITATION_DAYS} jours. Aucun courriel n’est envoyé.`,
  inviteSubmit: 'Créer l’invitation',
  invited: 'L’invitation',
  invitedOnce: 'Copiez ce lien maintenant : il n’est affiché qu’une seule fois.',
  invitedFor: (email) => `Elle est destinée à ${email}.`,
  copy: 'Copier',
  copied: 'Copié',
  open: 'Invitations en cours',
  openUntil: (date) => `jusqu’au ${date}`,
  revoke: 'Retirer',
  revokeOne: (email) => `Retirer l’invitation de ${email}`,
  back: 'Toute l’équipe',
  saveRoles: 'Enregistrer les rôles',
  you: 'C’est vous.',
  disable: 'Suspendre l’accès',
  disableText:
    'Les sessions et les jetons d’accès prennent fin immédiatement. Les actes de cette personne restent consignés.',
  enable: 'Rétablir l’accès',
  reset: 'Supprimer le second facteur',
  resetText:
    'Pour une personne qui n’a plus ni son appareil ni ses codes de secours. Les sessions et les jetons qui en dépendent prennent fin.',
  needsFactor:
    'La gestion des personnes exige votre second facteur. Configurez-le sous « Mon compte » ou reconnectez-vous en le présentant.',
  needsRole: 'Seuls les administrateurs gèrent les personnes.',
  done: {
    roles: 'Les rôles sont enregistrés.',
    disabled: 'L’accès de cette personne est suspendu.',
    enabled: 'L’accès de cette personne est rétabli.',
    reset: 'Le second facteur est supprimé.',
    revoked: 'L’invitation est retirée.',
  },
  refusals: {
    'email-invalid': 'Ce n’est pas une adresse électronique.',
    'roles-empty': 'Choisissez au moins un rôle.',
    'staff-role-unknown': 'Ce rôle n’existe pas.',
    'staff-email-taken': 'Un membre de la rédaction a déjà cette adresse.',
    'staff-unknown': 'Cette personne n’existe pas.',
    'last-administrator':
      'Personne d’autre n’est administrateur. Donnez d’abord ce rôle à une autre personne.',
    'invitation-unknown': 'Cette invitation a déjà servi ou a expiré.',
  },
}

const WORDS: Readonly<Record<Language, PeopleWords>> = { fr: withFrenchSpaces(fr), en }
export const peopleWords = ({ language }: { readonly language: Language }): PeopleWords =>
  WORDS[language]
