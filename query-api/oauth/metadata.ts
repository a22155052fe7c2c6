/** What a client reads first: RFC 9728 of the resource, RFC 8414 of the authorization server. */
import { APPLICATION_SCOPES, DEFAULT_APPLICATION_SCOPES } from '#contracts/api-key.ts'
import { API_BASE_PATH, PRODUCT } from '#contracts/service.ts'

export const MCP_PATH = `${API_BASE_PATH}/mcp`
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'
export const OAUTH_PATHS = {
  authorize: '/account/authorize',
  register: '/oauth/register',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

/**
 * The paths of the metadata; that of the server is at both places that clients use (RFC 8414, 5).
 */
export const METADATA_PATHS = {
  resource: [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}${MCP_PATH}`],
  server: ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'],
} as const

/** What a client in a browser calls without cookies. */
export const OAUTH_OPEN_PATHS: readonly string[] = [
  ...METADATA_PATHS.resource,
  ...METADATA_PATHS.server,
  OAUTH_PATHS.register,
  OAUTH_PATHS.token,
  OAUTH_PATHS.revoke,
]

/** The address of the MCP endpoint, which tokens are for (RFC 8707). */
export const resourceOf = (origin: string): string => `${origin}${MCP_PATH}`

export const resourceMetadataOf = (origin: string) => ({
  resource: resourceOf(origin),
  authorization_servers: [origin],
  scopes_supported: APPLICATION_SCOPES,
  bearer_methods_supported: ['header'],
  resource_name: `${PRODUCT} MCP`,
  resource_documentation: `${origin}/mcp`,
})

export const serverMetadataOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}${OAUTH_PATHS.authorize}`,
  token_endpoint: `${origin}${OAUTH_PATHS.token}`,
  registration_endpoint: `${origin}${OAUTH_PATHS.register}`,
  revocation_endpoint: `${origin}${OAUTH_PATHS.revoke}`,
  scopes_supported: APPLICATION_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${origin}/mcp`,
  ui_locales_supported: ['fr', 'en'],
})

/**
 * The challenge of a 401 of the MCP endpoint (RFC 9728, 5.1; RFC 6750, 3). `scope` names what an
 * application needs that has no wish of its own.
 */
export const challengeOf = (origin: string, presented: boolean): string => {
  const members = [
    ...(presented ? ['error="invalid_token"'] : []),
    `resource_metadata="${origin}${RESOURCE_METADATA_PATH}${MCP_PATH}"`,
    `scope="${DEFAULT_APPLICATION_SCOPES.join(' ')}"`,
  ]
  return `Bearer ${members.join(', ')}`
}
