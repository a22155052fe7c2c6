/** Refusals of OAuth in the shape of RFC 6749, 5.2 and RFC 7591, 3.2.2. */

/** Codes of RFC 6749 (4.1.2.1 and 5.2), RFC 7009, RFC 7591 and RFC 8707. */
export type OAuthCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'

/** A refusal; `description` is English for the developer of the application. */
export type OAuthRefusal = {
  readonly error: OAuthCode
  readonly description: string
}

export const isOAuthRefusal = (value: object): value is OAuthRefusal => 'error' in value

export const refuse = (error: OAuthCode, description: string): OAuthRefusal => ({
  error,
  description,
})
