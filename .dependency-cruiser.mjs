import swc from '@swc/core'

/** dependency-cruiser asks swc for TypeScript without JSX whatever the file is called: say it here. */
const parseFileSync = swc.parseFileSync
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

/** What nearly every folder knows. */
const base = ['values', 'contract']

/** What a front end adapts, with three small adapters: a secret, a file's replacement, being offline. */
const front = [...base, 'platform/secret', 'platform/disk', 'platform/offline', 'app']

/** What a program is made of. */
const engine = [...base, 'platform', 'transport', 'cardano', 'keys', 'media', 'chain', 'app']

/**
 * The structure as rules (ARCHITECTURE.md). `allowed` says for each folder what it may import;
 * everything else inside src is a violation. Of two rows for one file the narrower holds.
 * test/structure.test.ts plants violations to prove it.
 */
const structure = {
  values: [],
  contract: ['values'],
  'platform/secret': ['values'],
  'platform/offline': ['values'],
  'platform/crash': ['values'],
  'platform/html': ['values'],
  'platform/disk': ['values'],
  'platform/db': ['values', 'platform/disk'],
  'platform/http': ['values', 'platform/secret', 'platform/offline'],
  'platform/process': ['values', 'platform/offline', 'platform/crash'],
  'platform/webhooks': ['values', 'platform/secret'],
  // Of the contract only what says how an operation, a page and an error look: no capability.
  transport: ['values', 'contract/*', 'platform'],
  cardano: [...base, 'platform/secret'],
  'cardano/*': [...base, 'platform/secret'],
  'cardano/transactions/parts': [...base, 'cardano/*'],
  'cardano/transactions/build': [...base, 'cardano/*', 'cardano/transactions/parts'],
  'cardano/transactions/inspect': [...base, 'cardano/*', 'cardano/transactions/parts'],
  'cardano/transactions/warnings': [...base, 'cardano/*', 'cardano/transactions/inspect'],
  'cardano/transactions/*': [
    ...base,
    'cardano/*',
    'cardano/transactions/parts',
    'cardano/transactions/inspect',
  ],
  'keys/seal': [...base, 'platform/db'],
  'keys/facts': [...base, 'cardano', 'keys/seal'],
  'keys/*': [...base, 'platform/secret', 'transport', 'cardano', 'keys/seal'],
  'keys/vault': [
    ...base,
    'platform/secret',
    'platform/db',
    'platform/disk',
    'transport',
    'cardano',
    'keys/*',
    'keys/seal',
  ],
  'media/images': [
    ...base,
    'platform/offline',
    'platform/crash',
    'platform/disk',
    'platform/process',
  ],
  'media/content': [...base, 'platform/db', 'platform/disk'],
  'media/pinning': [
    ...base,
    'platform/secret',
    'platform/offline',
    'platform/db',
    'platform/http',
    'media/content',
  ],
  'chain/gateway': [
    ...base,
    'platform/secret',
    'platform/offline',
    'platform/db',
    'platform/http',
    'cardano',
    'keys/vault',
  ],
  'chain/submission': [...base, 'platform/db', 'cardano', 'chain/gateway'],
  'chain/sale-addresses': [...base, 'platform/db', 'cardano'],
  'app/asks.ts': base,
  'app/jobs': base,
  'app/practice': [...base, 'platform/db'],
  'app/settings': [...base, 'platform/db', 'app/asks.ts'],
  'app/address-book': [...base, 'cardano', 'keys/seal', 'app/asks.ts'],
  'app/api': [
    ...base,
    'cardano',
    'platform/secret',
    'platform/http',
    'platform/webhooks',
    'transport',
  ],
  'app/gateways': [...base, 'cardano/*', 'chain/gateway'],
  'app/accounts': [
    ...base,
    'platform/secret',
    'platform/db',
    'platform/http',
    'keys/vault',
    'app/api',
  ],
  'app/events': [
    ...base,
    'platform/secret',
    'platform/offline',
    'platform/db',
    'platform/http',
    'platform/webhooks',
    'keys/vault',
    'media/content',
    'chain/gateway',
    'app/accounts',
    'app/api',
    'app/practice',
  ],
  'app/policies': [
    ...base,
    'platform/secret',
    'platform/db',
    'platform/disk',
    'platform/html',
    'cardano',
    'keys',
    'app/asks.ts',
    'app/api',
    'app/practice',
  ],
  'app/servers': [...base, 'cardano', 'keys', 'app/asks.ts', 'app/policies'],
  'app/signing': [
    ...base,
    'platform/secret',
    'platform/db',
    'platform/disk',
    'cardano',
    'keys',
    'chain',
    'app/asks.ts',
    'app/address-book',
    'app/vault',
  ],
  'app/adoptions': [
    ...base,
    'platform/offline',
    'platform/db',
    'platform/http',
    'cardano',
    'media/content',
    'media/pinning',
    'chain/gateway',
  ],
  'app/imports': [
    ...base,
    'platform',
    'cardano',
    'media',
    'app/asks.ts',
    'app/jobs',
    'app/settings',
    'app/api',
  ],
  'app/mints': [
    ...base,
    'cardano',
    'keys/vault',
    'media/content',
    'media/images',
    'media/pinning',
    'chain',
    'app/asks.ts',
    'app/settings',
    'app/api',
    'app/accounts',
    'app/practice',
    'app/signing',
    'app/vault',
  ],
  'app/sales': [
    ...base,
    'platform/html',
    'cardano',
    'media/content',
    'chain/gateway',
    'app/asks.ts',
    'app/api',
    'app/accounts',
    'app/signing',
    'app/mints',
    'app/images',
  ],
  'app/shops': [
    ...base,
    'media/content',
    'media/images',
    'app/api',
    'app/accounts',
    'app/images',
    'app/jobs',
  ],
  'app/tokens': [...base, 'app/asks.ts', 'app/api'],
  'app/webhooks': [
    ...base,
    'platform/secret',
    'platform/disk',
    'app/asks.ts',
    'app/accounts',
    'app/api',
  ],
  'app/bin': [...base, 'media/content', 'app/asks.ts', 'app/accounts', 'app/api'],
  'app/collections': [
    ...base,
    'cardano',
    'keys/vault',
    'media/content',
    'chain/gateway',
    'app/asks.ts',
    'app/api',
    'app/accounts',
    'app/practice',
    'app/vault',
    'app/policies',
    'app/mints',
  ],
  'app/updates': [
    ...base,
    'platform/offline',
    'platform/disk',
    'platform/db',
    'platform/http',
    'keys/seal',
  ],
  'app/vault': [...base, 'keys/vault'],
  'app/images': [...base, 'platform/disk', 'media/content', 'media/images', 'app/imports'],
  'app/pins': [
    ...base,
    'platform/http',
    'media/content',
    'media/pinning',
    'app/accounts',
    'app/imports',
    'app/settings',
  ],
  'app/doctor': engine,
  'app/home': engine,
  'app/*': engine,
  studio: [
    ...base,
    'platform',
    'transport',
    'cardano',
    'keys/*',
    'keys/facts',
    'keys/seal',
    'media/content',
    'chain',
    'transport',
  ],
  devnet: [...base, 'platform', 'cardano'],
  cli: front,
  // They start a program: its vault, studio and devnet in this process.
  'cli/session.ts': [...engine, 'cli'],
  'cli/local-studio.ts': [...engine, 'studio', 'cli'],
  // Offline commands about the chain's own formats.
  'cli/commands/tx': [...front, 'cli', 'cardano', 'chain', 'media/images'],
  'cli/commands/key': [...front, 'cli', 'cardano', 'keys'],
  'cli/commands/asset.ts': [...front, 'cli', 'cardano/*'],
  // They open, check or replace a studio, a devnet or a whole data folder.
  'cli/commands/studio': [...engine, 'cli', 'studio', 'devnet'],
  'cli/commands/home': [...engine, 'cli', 'studio', 'devnet'],
  'cli/commands/doctor': [...engine, 'cli', 'studio', 'devnet'],
  'cli/commands/expected-content.ts': [...front, 'cli', 'media/content', 'studio/home'],
  'cli/commands/demo': [...front, 'cli', 'cardano', 'chain/gateway'],
  // Process entries: what they start, and the links to it.
  'main/processes': [...engine, 'studio', 'devnet'],
  // Crash reports are shown as they are.
  'main/services': [...front, 'platform/crash'],
  'main/shell': [
    ...base,
    'platform/offline',
    'platform/disk',
    'platform/crash',
    'main/processes',
    'main/services',
  ],
  'main/plain-node.ts': [],
  'main/open-services.ts': [...engine, 'main'],
  'main/index.ts': ['platform/offline', 'platform/disk', 'main'],
  preload: ['contract'],
  'renderer/text': base,
  'renderer/theme': [...base, 'renderer/text'],
  'renderer/ui': [...base, 'renderer/text', 'renderer/theme'],
  'renderer/bridge.ts': [...base, 'renderer/text'],
  'renderer/data': [...base, 'renderer/bridge.ts'],
  'renderer/stores': [
    ...base,
    'renderer/bridge.ts',
    'renderer/data',
    'renderer/text',
    'renderer/theme',
  ],
  'renderer/views': [
    ...base,
    'renderer/bridge.ts',
    'renderer/data',
    'renderer/stores',
    'renderer/ui',
    'renderer/text',
    'renderer/theme',
  ],
  'renderer/*': [...base, 'renderer'],
}

/**
 * Areas whose folders and files stand in an order: each may import those before it in its line, and
 * those that its area does not name.
 */
const orders = {
  'app/imports': [
    'table',
    'plan',
    'propose',
    'estimate',
    'report',
    'formats',
    'journal',
    'pipeline',
    'upload',
    'inputs',
    'posters',
    'summary.ts',
    'run',
    'imports.ts',
    'fixed-copy.ts',
    'working-copies.ts',
    'background-runs.ts',
    'draft',
  ],
  studio: [
    'store',
    'seals',
    'policies',
    'tokens',
    'events',
    'deliveries',
    'webhooks',
    'mints',
    'royalty',
    'sales',
    'rounds',
    'gateways',
    'shops',
    'pages',
    'collections',
    'bin',
    'schemas.ts',
    'unconfirmed.ts',
    'follow.ts',
    'app.ts',
    'start-studio.ts',
    'home',
  ],
}

/** What a capability of the studio answers. It may ask every other one, so it comes after them all. */
const handlers = '/handlers[.]ts$'

/** Packages that the bundler puts into the window's own files; all but zod for development alone. */
const bundled = [
  'react',
  'react-dom',
  '@mantine/(charts|core|form|hooks|spotlight)',
  'zustand',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'lucide-react',
  'match-sorter',
  'qr',
  'zod',
]
const inPackages = (names) => `(^|node_modules/)(${names.join('|')})($|/)`

const source = process.env.COLDPRESS_CRUISE_ROOT ?? 'src'
/** `folder/*` means the files beside its folders. */
const within = (folder) => {
  if (folder.endsWith('/*')) return `^${source}/${folder.slice(0, -1)}[^/]+$`
  return folder.endsWith('.ts')
    ? `^${source}/${folder.replace('.', '[.]')}$`
    : `^${source}/${folder}/`
}

/** Rows of a folder's parts: they hold there instead of its own. */
const narrowerRows = (folder) =>
  Object.keys(structure)
    .filter((row) => row.startsWith(`${folder}/`))
    .map(within)

const only = (name, modules, allowed) => ({
  name,
  comment: `Only ${allowed.join(' and ')} may import this.`,
  severity: 'error',
  from: { path: `^${source}/`, pathNot: allowed },
  to: { path: inPackages(modules) },
})

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'the-app-needs-no-tools',
      comment: 'Programs for development and tests import src, never the other way round.',
      severity: 'error',
      from: { path: `^${source}/` },
      to: { path: '^(bin|test|tools)/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: `^${source}/renderer/` },
      to: { dependencyTypes: ['npm-dev'], pathNot: inPackages(['electron']) },
    },
    {
      name: 'only-bundled-packages',
      comment:
        'What the window imports is bundled with it; nothing else of package.json belongs there.',
      severity: 'error',
      from: { path: `^${source}/renderer/` },
      to: { path: 'node_modules/', pathNot: inPackages(bundled) },
    },
    {
      name: 'a-page-has-no-node',
      comment: 'The window and its bridge run in a sandbox without Node.',
      severity: 'error',
      from: { path: `^${source}/(renderer|preload)/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'values-are-pure',
      comment:
        'values stand below everything, on both sides of the window: zod, and zxcvbn that judges passphrases.',
      severity: 'error',
      from: { path: `^${source}/values/` },
      to: { pathNot: [`^${source}/`, 'node_modules/(zod|@zxcvbn-ts)/'] },
    },
    {
      name: 'contract-is-pure',
      comment: 'The contract speaks on both sides of the wire and of the window.',
      severity: 'error',
      from: { path: `^${source}/contract/` },
      to: { pathNot: [`^${source}/`, 'node_modules/zod/'] },
    },
    only(
      'one-judge-of-passphrases',
      ['@zxcvbn-ts'],
      [`^${source}/values/passphrases/passphrase-strength[.]ts$`],
    ),
    only('one-sqlite-seam', ['node:sqlite', 'sqlite'], [`^${source}/platform/db/`]),
    only('one-wasm-seam', ['@emurgo'], [`^${source}/cardano/csl[.]ts$`]),
    only('one-ledger-seam', ['scalus'], [`^${source}/devnet/`]),
    only('one-keychain-seam', ['@napi-rs/keyring'], [`^${source}/keys/vault/`]),
    only('sharp-stays-in-its-process', ['sharp'], [`^${source}/media/images/child`]),
    only('electron-stays-in-the-shell', ['electron'], [`^${source}/(main/shell|preload)/`]),
    {
      name: 'handlers-come-last',
      comment: 'Handlers answer requests. What several of them need lies in their capabilities.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: `^${source}/studio/app[.]ts$` },
      to: { path: handlers },
    },
    ...Object.entries(structure).map(([folder, allowed]) => ({
      name: `structure: ${folder}`,
      comment: `${folder} may import ${allowed.join(', ') || 'nothing of src'}.`,
      severity: 'error',
      from: { path: within(folder), pathNot: narrowerRows(folder) },
      to: { path: `^${source}/`, pathNot: [within(folder), ...allowed.map(within)] },
    })),
    ...Object.entries(orders).flatMap(([area, folders]) =>
      folders.slice(0, -1).map((folder, index) => ({
        name: `order: ${area}/${folder}`,
        comment: `In ${area}, ${folder} comes before ${folders.slice(index + 1).join(', ')}.`,
        severity: 'error',
        from: { path: within(`${area}/${folder}`), pathNot: handlers },
        to: { path: folders.slice(index + 1).map((later) => within(`${area}/${later}`)) },
      })),
    ),
    {
      name: 'structure: no other folder',
      comment: 'A new folder of src gets a row in `structure` first.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: Object.keys(structure).map(within) },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
