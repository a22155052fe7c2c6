/**
 * Lifetimes of what applications are given by OAuth, in seconds (contracts/conventions/oauth.md).
 */
export const OAUTH_LIFETIMES = {
  /** From consent to exchange. */
  code: 60,
  access: 3_600,
  /** An application that does not come back for so long is disconnected. */
  unused: 30 * 86_400,
} as const
