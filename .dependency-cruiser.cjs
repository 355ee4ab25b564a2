// The boundaries of docs/architecture.md. Each rule is proved by a bad import in test/boundaries.test.ts.

/** Domain → the domains whose doors it may import (a graph without cycles; any domain may import messages). */
const DOMAINS = {
  accounts: [],
  catalogue: [],
  messages: [],
  uploads: [],
  operators: [],
  visits: [],
  webhooks: [],
  images: [],
  media: ['catalogue'],
  wallet: ['accounts'],
  profiles: ['accounts'],
  payments: ['accounts'],
  library: ['accounts', 'profiles', 'catalogue'],
  access: ['catalogue', 'profiles', 'wallet', 'subscriptions', 'rentals', 'screenings'],
  recommendations: ['catalogue', 'library'],
  cards: ['catalogue', 'library', 'rentals', 'access'],
  pages: ['catalogue', 'cards', 'library', 'recommendations', 'promotions', 'uploads'],
  playback: ['access', 'library', 'media', 'profiles', 'wallet', 'subscriptions', 'rentals', 'screenings', 'catalogue'],
}

const domainRules = Object.entries(DOMAINS).flatMap(([domain, doors]) => {
  const open = [domain, ...doors, ...(domain === 'messages' ? [] : ['messages'])]
  return [
    {
      name: `domain-${domain}`,
      comment: `${domain} may import only ${open.join(', ')} (docs/architecture.md, "Domains").`,
      severity: 'error',
      from: { path: `^src/server/domains/${domain}/` },
      to: { path: '^src/server/domains/[^/]+/', pathNot: `^src/server/domains/(${open.join('|')})/` },
    },
    {
      name: `door-${domain}`,
      comment: `Outside ${domain}, only its door (index.ts) may be imported, and ports.ts by adapters.`,
      severity: 'error',
      from: { path: '^src/', pathNot: [`^src/server/domains/${domain}/`, '\\.test\\.tsx?$'] },
      to: { path: `^src/server/domains/${domain}/`, pathNot: `^src/server/domains/${domain}/(index|ports)\\.ts$` },
    },
  ]
})

const DOORS = '^src/server/domains/([^/]+/index\\.ts$|viewer\\.ts$)'

/** One row a folder: [rule, folder, what it may import besides itself, why]. */
const LAYERS = [
  ['contract', '^src/contract/', [], 'The contract knows nothing but zod.'],
  ['text', '^src/text/', ['^src/contract/'], 'Sentences know the contract only.'],
  ['kit', '^src/server/kit/', ['^src/contract/'], 'The kit has no business noun.'],
  ['domains', '^src/server/domains/', ['^src/contract/', '^src/server/kit/'], 'Domains: contract, kit and doors.'],
  [
    'adapters',
    '^src/server/adapters/',
    ['^src/contract/', '^src/server/kit/', '^src/server/domains/[^/]+/ports\\.ts$'],
    'An adapter sees ports, not domains.',
  ],
  [
    'wire',
    '^src/server/wire/',
    ['^src/contract/', '^src/text/', '^src/server/kit/', DOORS],
    'The wire: no SQL, no decisions, doors only.',
  ],
  [
    'jobs',
    '^src/server/jobs/',
    ['^src/contract/', '^src/text/', '^src/server/kit/', DOORS],
    'Jobs: payload to domain call.',
  ],
  ['web-ui', '^src/web/ui/', [], 'Components without a business noun; text by props.'],
  [
    'web-kit',
    '^src/web/kit/',
    ['^src/contract/', '^src/text/', '^src/web/viewer/(session|account)/'],
    'API client, storage, language: no product noun.',
  ],
  [
    'web-viewer',
    '^src/web/viewer/',
    ['^src/contract/', '^src/text/', '^src/web/kit/'],
    'State of the viewer that features share.',
  ],
  [
    'web-features',
    '^src/web/features/',
    ['^src/contract/', '^src/text/', '^src/web/(ui|kit|viewer)/'],
    'Features: contract, text, ui, kit, viewer.',
  ],
]

const layerRules = LAYERS.map(([name, from, allowed, comment]) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { path: '^(src|seed|test|bench)/', pathNot: [from, ...allowed] },
}))

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: '^(src|seed|test|bench)/' }, to: { circular: true } },
    {
      name: 'not-to-tests',
      severity: 'error',
      comment: 'Shipped code never imports tests or benches.',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(test|bench)/|\\.test\\.tsx?$' },
    },
    {
      name: 'no-undeclared',
      severity: 'error',
      comment: 'Only packages that package.json names.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/(@types|vite)/' },
    },
    {
      name: 'adapter-apart',
      severity: 'error',
      comment: 'One third party never imports another.',
      from: { path: '^src/server/adapters/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/server/adapters/([^/]+)/', pathNot: '^src/server/adapters/$1/' },
    },
    {
      name: 'feature-apart',
      severity: 'error',
      comment: 'Features meet in site and console, never in each other.',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/([^/]+)/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'server-not-to-web',
      severity: 'error',
      comment: 'main.ts loads the built prerender bundle behind a port.',
      from: { path: '^src/server/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'web-not-to-server',
      severity: 'error',
      from: { path: '^src/web/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'only-repos-query',
      severity: 'error',
      comment: 'SQL stands in *.repo.ts and *.query.ts of a domain, in the kit, and in commands.',
      from: {
        path: '^src/server/(wire|domains|adapters|jobs)/',
        pathNot: ['\\.(repo|query|service)\\.ts$', '\\.test\\.ts$', '^src/server/adapters/postgres/'],
      },
      to: { path: '(node_modules/(pg|kysely)/)', dependencyTypesNot: ['type-only'] },
    },
    ...layerRules,
    ...domainRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    exclude: { path: '^(dist|data)/' },
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
