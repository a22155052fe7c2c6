// Who may import whom. Each rule is proved by a planted breach in
// test/layers/layers.engine.test.ts.
const LAYERS = {
  contracts: [],
  ingest: ['contracts'],
  workflows: ['contracts', 'ingest'],
  'query-api': ['contracts'],
  infra: ['contracts', 'ingest', 'query-api'], // port types only, see infra-implements-ports
}
const EVERY = [...Object.keys(LAYERS), 'test', 'pandect\\.ts$'].join('|')
const COMPOSITION = '^infra/(processes|cli)/' // these two folders wire the engines and see every room
const TESTS = '\\.test\\.ts$'

const layerRule = ([layer, allowed]) => ({
  name: `layer-${layer}`,
  severity: 'error',
  from: { path: `^${layer}/`, pathNot: [COMPOSITION, TESTS] },
  to: { path: `^(${EVERY})`, pathNot: `^(${[layer, ...allowed].join('|')})/` },
})

module.exports = {
  forbidden: [
    ...Object.entries(LAYERS).map(layerRule),
    // Inside infra/postgres each side knows its own tables and the platform.
    ...['log', 'read-models', 'accounts', 'staff', 'money', 'backup', 'scratch', 'desk'].map(
      (side) => ({
        name: `postgres-${side}`,
        severity: 'error',
        from: { path: `^infra/postgres/${side}/`, pathNot: TESTS },
        to: { path: '^infra/postgres/', pathNot: `^infra/postgres/(${side}|platform)/` },
      }),
    ),
    {
      name: 'postgres-platform',
      severity: 'error',
      from: { path: '^infra/postgres/platform/', pathNot: TESTS },
      to: { path: '^infra/postgres/(?!platform/)' },
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphan',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [TESTS, '\\.d\\.m?ts$', '^test/bench/', '\\.mjs$'],
      },
      to: {},
    },
    {
      name: 'pure-code-does-no-io',
      severity: 'error',
      comment:
        'only hashing (canonical/hash.ts) and sealing (sealing/seal.ts) need node:crypto; webhooks are signed, and their addresses read, in contracts/webhooks; receipts have HMACs and salts in contracts/receipts; both they and certificates are signed and checked in contracts/signing',
      from: {
        path: '^(contracts|ingest/domain|query-api/search)/',
        pathNot: [
          TESTS,
          '^contracts/(canonical/hash|sealing/seal)\\.ts$',
          '^contracts/(toolkit|web)/',
          '^contracts/webhooks/(signature|target)\\.ts$',
          '^contracts/receipts/(format|signing)\\.ts$',
          '^contracts/signing/(jws|signer)\\.ts$',
        ],
      },
      to: {
        dependencyTypes: ['core', 'npm'],
        pathNot: 'node_modules/(zod|canonicalize|snowball-stemmers|fr-compromise)/',
      },
    },
    {
      name: 'toolkit-does-no-io',
      severity: 'error',
      comment: 'helpers for both sides: they may wait and remember, and know nothing of the law',
      from: { path: '^contracts/toolkit/', pathNot: TESTS },
      to: {
        pathNot:
          '^contracts/(toolkit/|fault\\.ts$)|node_modules/(p-retry|lru-cache)/|^(node:)?timers/promises$',
      },
    },
    {
      name: 'web-is-technical',
      severity: 'error',
      comment: 'forms, guard and words of the areas of both sides; it knows nothing of the law',
      from: { path: '^contracts/web/', pathNot: TESTS },
      to: {
        pathNot:
          '^contracts/((web|toolkit|canonical)/|http/(error|members|request-text)\\.ts$|(account|api-key|fault|ids|service|strict-json|tariff)\\.ts$)|node_modules/(@fastify/(compress|cookie|formbody)|@scalar/fastify-api-reference|fastify|ghtml|negotiator|@types/negotiator|pino|zod)/|^(node:)?(crypto|fs|http|net|path)$',
      },
    },
    {
      name: 'web-is-for-areas',
      severity: 'error',
      from: { path: '^contracts/(?!web/)' },
      to: { path: '^contracts/web/' },
    },
    {
      name: 'domain-stands-alone',
      severity: 'error',
      from: { path: '^ingest/domain/', pathNot: TESTS },
      to: { path: '^ingest/(?!domain/)' },
    },
    {
      name: 'infra-implements-ports',
      severity: 'error',
      comment: 'an adapter sees the shape it must fit, never the code that uses it',
      // Training reads texts as an import does; the service does not run it.
      from: { path: '^infra/', pathNot: [COMPOSITION, TESTS, '^infra/entailment/train/'] },
      to: { path: '^(ingest|query-api)/', pathNot: '/ports\\.ts$' },
    },
    {
      name: 'workflow-imports-activity-types-only',
      severity: 'error',
      from: { path: '^workflows/', pathNot: [TESTS, 'activities\\.ts$'] },
      to: { path: 'activities\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workflow-stays-deterministic',
      severity: 'error',
      comment: 'the sandbox may decide with pure domain code; everything else is an activity',
      from: { path: '^workflows/', pathNot: [TESTS, 'activities\\.ts$'] },
      to: { path: '^ingest/(?!domain/)' },
    },
    {
      name: 'engines-do-not-wire',
      severity: 'error',
      comment: 'what an adapter needs is passed to it',
      from: { path: '^infra/', pathNot: [COMPOSITION, TESTS] },
      to: { path: COMPOSITION },
    },
    {
      name: 'processes-know-no-command',
      severity: 'error',
      from: { path: '^infra/processes/', pathNot: TESTS },
      to: { path: '^infra/cli/' },
    },
  ],
  options: {
    parser: 'swc', // the TypeScript 7 compiler has no JavaScript API yet; swc parses the same files
    tsConfig: { fileName: 'tsconfig.json' },
    // 'specify' finds the same dependencies, and compiles each file to mark those of types.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.js'],
    },
  },
}
