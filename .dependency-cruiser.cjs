// The boundaries of docs/architecture.md. Rules are made from the folders on disk and deny by default: a folder without a row may
// import nothing of ours, a domain without a row nothing but contract, kit and messages. Each rule is proved by a bad import in
// test/boundaries.test.ts.
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const foldersOf = (path) =>
  readdirSync(join(__dirname, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

/** Domain → the domains that it may import besides `messages`, by their public API. A new edge is a decision record. */
const DOMAIN_EDGES = {
  audit: [],
  accounts: ['audit'],
  profiles: ['accounts'],
  library: ['catalogue', 'plays'],
  comments: ['accounts', 'audit', 'catalogue'],
  recommendations: ['catalogue', 'library'],
  ledger: [],
  partners: ['accounts', 'agreements', 'audit', 'ledger', 'payments', 'plans', 'subscriptions'],
  payments: [],
  topups: ['ledger', 'payments'],
  agreements: ['payments'],
  plans: [],
  subscriptions: ['agreements', 'ledger', 'payments', 'plans'],
  codes: ['audit', 'ledger', 'payments', 'plans', 'subscriptions'],
  rentals: ['catalogue', 'ledger', 'access'],
  sales: ['audit', 'ledger', 'payments'],
  cinema: ['audit', 'ledger'],
  screenings: ['access', 'ledger', 'payments'],
  catalogue: ['audit'],
  media: [],
  images: [],
  imports: ['audit', 'catalogue', 'images', 'media'],
  search: ['catalogue'],
  campaigns: ['accounts', 'audit', 'cards', 'catalogue', 'images', 'uploads'],
  contact: ['accounts', 'audit', 'uploads'],
  access: [],
  playback: ['access'],
  progress: ['accounts', 'library', 'playback'],
  cards: ['catalogue', 'library', 'rentals', 'access'],
  pages: ['catalogue', 'cards', 'library', 'recommendations'],
  messages: [],
  webhooks: [],
  uploads: ['accounts'],
  visits: [],
  plays: ['catalogue'],
  reports: ['ledger'],
  alarms: ['messages'],
  announcements: ['audit', 'messages'],
  compensations: ['accounts', 'audit', 'ledger', 'rentals'],
  customers: [
    'access',
    'accounts',
    'agreements',
    'audit',
    'catalogue',
    'contact',
    'ledger',
    'payments',
    'plans',
    'profiles',
    'rentals',
    'subscriptions',
  ],
  operators: ['audit'],
  previews: ['catalogue', 'operators', 'pages'],
  settings: ['audit'],
}

const DOMAINS = [...new Set([...Object.keys(DOMAIN_EDGES), ...foldersOf('src/server/domains')])]

const domainRules = DOMAINS.flatMap((domain) => {
  const open = [...new Set([domain, ...(DOMAIN_EDGES[domain] ?? []), 'messages'])]
  return [
    {
      name: `domain-${domain}`,
      comment: `${domain} may import only ${open.join(', ')} (docs/architecture.md, "Domains").`,
      severity: 'error',
      from: { path: `^src/server/domains/${domain}/` },
      to: { path: '^src/server/domains/[^/]+/', pathNot: `^src/server/domains/(${open.join('|')})/` },
    },
    {
      name: `api-${domain}`,
      comment: `Outside ${domain}, only its public API (index.ts) may be imported, and its ports.ts by adapters.`,
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [`^src/server/domains/${domain}/`, '^src/server/(adapters/|domains/[^/]+\\.ts$)', '\\.test\\.tsx?$'],
      },
      to: { path: `^src/server/domains/${domain}/`, pathNot: `^src/server/domains/${domain}/index\\.ts$` },
    },
  ]
})

const DOMAIN_APIS = '^src/server/domains/([^/]+/index\\.ts$|(viewer|domain-module|redeemed-reward)\\.ts$)'
const PORTS = '^src/server/domains/[^/]+/ports\\.ts$'
const SHARED = ['^src/contract/', '^src/text/']
const KIT = '^src/server/kit/'
const WEB_BASE = [...SHARED, '^src/web/(kit|ui)/']

/** Folder → what it may import of ours besides itself. */
const LAYERS = {
  'src/contract': [],
  'src/text': ['^src/contract/'],
  // The provider sandbox shares no module with what it tests.
  'src/sandbox': [],
  'src/server/kit': ['^src/contract/'],
  'src/server/domains': ['^src/contract/', KIT],
  'src/server/adapters': ['^src/contract/', KIT, PORTS],
  'src/server/wire': [...SHARED, KIT, DOMAIN_APIS],
  'src/server/jobs': [...SHARED, KIT, DOMAIN_APIS],
  'src/server/commands': [...SHARED, '^src/server/', '^seed/'],
  'src/web/ui': [],
  'src/web/kit': SHARED,
  'src/web/viewer': [...SHARED, '^src/web/kit/'],
  'src/web/features': [...WEB_BASE, '^src/web/viewer/'],
  'src/web/site': [...WEB_BASE, '^src/web/(viewer|features)/'],
  'src/web/console': WEB_BASE,
  'src/web/service-worker': ['^src/contract/'],
}

const foldersBelow = (path) => foldersOf(path).map((name) => `${path}/${name}`)
const FOLDERS = [
  ...new Set([
    ...Object.keys(LAYERS),
    ...foldersBelow('src').filter((folder) => folder !== 'src/server' && folder !== 'src/web'),
    ...foldersBelow('src/server'),
    ...foldersBelow('src/web'),
  ]),
]

/** `src/server/kit` → `kit`, `src/web/kit` → `web-kit`. */
const layerName = (folder) => folder.replace(/^src\/(server\/)?/, '').replace('/', '-')

const layerRules = FOLDERS.map((folder) => {
  const allowed = LAYERS[folder] ?? []
  return {
    name: layerName(folder),
    comment: `${folder} may import only ${[folder, ...allowed].join(', ')} (docs/architecture.md, "Layout").`,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: '^(src|seed|test|bench)/', pathNot: [`^${folder}/`, ...allowed] },
  }
})

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
      name: 'player-engine-without-react',
      severity: 'error',
      comment: 'The engine plays without React and knows nothing of what is drawn over it.',
      from: { path: '^src/web/features/player/engine/' },
      to: {
        path: [
          'node_modules/react(-dom|-router)?/',
          '^src/web/features/player/(captions|controls|screens)/',
          '\\.tsx$',
        ],
      },
    },
    {
      name: 'player-parts',
      severity: 'error',
      comment: 'Screens know controls and captions, controls know captions, never the other way.',
      from: { path: '^src/web/features/player/(captions|controls)/' },
      to: { path: '^src/web/features/player/(controls|screens)/', pathNot: '^src/web/features/player/$1/' },
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
      comment:
        'SQL is in *.repo.ts and *.query.ts of a domain, in the kit, and in commands. Types may be imported anywhere.',
      from: {
        path: '^src/server/(wire|domains|adapters|jobs)/',
        pathNot: ['\\.(repo|query)\\.ts$', '\\.test\\.ts$', '^src/server/adapters/postgres/'],
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
