/** Words that every area needs. Each area has words of its own beside them. */
import { withFrenchSpaces } from '../toolkit/french-spaces.ts'
import type { Language } from './language.ts'

const en = {
  lang: 'en',
  product: 'Pandect',
  skip: 'Skip to content',
  languageNavigation: 'Language',
  signOut: 'Sign out',
  error: 'Error',
  errorSummary: 'Please correct the following',
  cancel: 'Cancel',
  /** Of a hidden character, by its Unicode name for short. */
  hiddenMark: (name: string) => `hidden control of the direction of writing: ${name}`,
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'The e-mail address or password is incorrect.',
    again: (minutes: number) =>
      `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  password: {
    place: 'Password',
    title: 'Change your password',
    current: 'Current password',
    next: 'New password',
    again: 'New password, again',
    submit: 'Change the password',
    length: (min: number, max: number) =>
      `A password has ${min} to ${max} characters. A sentence that is easy to remember will do.`,
    different: 'The two new passwords differ.',
    wrong: 'The current password is incorrect.',
    done: 'The password is changed. Your other sessions have ended.',
  },
  problems: {
    home: 'Back to the first page',
    forbidden: 'This form has expired or came from another site',
    forbiddenText: 'Nothing was changed. Please open the page again and resubmit the form.',
    notFound: 'Page not found',
    notFoundText: 'There is no such page.',
    limited: 'Too many requests',
    limitedText: (seconds: number) => `Please try again in ${seconds} s.`,
    failed: 'Something went wrong on our side',
    failedText: 'Your request was not the cause. Please try again in 30 seconds.',
    invalid: 'This request cannot be read',
    invalidText: 'Please open the page again and resubmit the form.',
    insecure: 'This page requires a secure connection',
    insecureText:
      'Passwords and keys are sent over HTTPS only. Open this page with https://. Behind a proxy, the operator of the service must set TRUST_PROXY.',
  },
}

/** The same members in every language. */
export type WebWords = typeof en

const fr: WebWords = {
  lang: 'fr',
  product: 'Pandect',
  skip: 'Aller au contenu',
  languageNavigation: 'Langue',
  signOut: 'Se déconnecter',
  error: 'Erreur',
  errorSummary: 'À corriger',
  cancel: 'Annuler',
  hiddenMark: (name) => `caractère invisible qui change le sens de l’écriture : ${name}`,
  signIn: {
    title: 'Se connecter',
    email: 'Adresse électronique',
    password: 'Mot de passe',
    submit: 'Se connecter',
    wrong: 'L’adresse ou le mot de passe est incorrect.',
    again: (minutes) =>
      `Trop de tentatives. Réessayez dans ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  },
  password: {
    place: 'Mot de passe',
    title: 'Changer de mot de passe',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    again: 'Nouveau mot de passe, une seconde fois',
    submit: 'Changer le mot de passe',
    length: (min, max) =>
      `Le mot de passe comporte de ${min} à ${max} caractères. Une phrase facile à retenir convient.`,
    different: 'Les deux saisies du nouveau mot de passe diffèrent.',
    wrong: 'Le mot de passe actuel est incorrect.',
    done: 'Le mot de passe est changé. Vos autres sessions ont pris fin.',
  },
  problems: {
    home: 'Retour à l’accueil',
    forbidden: 'Ce formulaire a expiré ou provient d’un autre site',
    forbiddenText:
      'Aucune modification n’a été effectuée. Rouvrez la page et envoyez de nouveau le formulaire.',
    notFound: 'Page introuvable',
    notFoundText: 'Cette page n’existe pas.',
    limited: 'Trop de requêtes',
    limitedText: (seconds) => `Réessayez dans ${seconds} s.`,
    failed: 'Une erreur est survenue de notre côté',
    failedText: 'Ce que vous avez fait n’est pas en cause. Réessayez dans 30 secondes.',
    invalid: 'Cette requête est illisible',
    invalidText: 'Rouvrez la page et envoyez de nouveau le formulaire.',
    insecure: 'Cette page exige une connexion sécurisée',
    insecureText:
      'Les mots de passe et les clés ne sont transmis qu’en HTTPS. Ouvrez cette page avec https://. Derrière un serveur mandataire (proxy), l’exploitant du service doit définir TRUST_PROXY.',
  },
}

export const WEB_WORDS: Readonly<Record<Language, WebWords>> = { fr: withFrenchSpaces(fr), en }
