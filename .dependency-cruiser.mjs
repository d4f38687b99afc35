import swc from '@swc/core'

/** dependency-cruiser asks swc for TypeScript without JSX whatever the file is called: say it here. */
const parseFileSync = swc.parseFileSync
swc.parseFileSync = (file, options) =>
  parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })

/**
 * The structure as rules (ARCHITECTURE.md). `allowed` says for each folder what it may import;
 * everything else inside src is a violation. test/structure.test.ts plants violations to prove it.
 */
const structure = {
  shared: [],
  'core/secret': ['shared'],
  'core/offline': ['shared'],
  'core/crash': ['shared'],
  'core/db': ['shared', 'core/disk'],
  'core/seal': ['shared', 'core/db'],
  'core/address-book': ['shared', 'core/cardano', 'core/seal'],
  'core/html': ['shared'],
  'core/webhooks': ['shared', 'core/secret'],
  'core/events': [
    'shared',
    'core/secret',
    'core/offline',
    'core/db',
    'core/vault',
    'core/webhooks',
    'core/http',
    'core/api',
    'core/practice',
  ],
  'core/settings': ['shared', 'core/db'],
  'core/practice': ['shared', 'core/db'],
  'core/disk': ['shared'],
  'core/cardano': ['shared', 'core/secret', 'core/seal'],
  'core/cardano/*': ['shared', 'core/secret', 'core/seal'],
  'core/cardano/transactions/parts': ['shared', 'core/cardano/*'],
  'core/cardano/transactions/build': [
    'shared',
    'core/cardano/*',
    'core/cardano/transactions/parts',
  ],
  'core/cardano/transactions/inspect': [
    'shared',
    'core/cardano/*',
    'core/cardano/transactions/parts',
  ],
  'core/cardano/transactions/warnings': [
    'shared',
    'core/cardano/*',
    'core/cardano/transactions/inspect',
  ],
  'core/cardano/transactions/*': [
    'shared',
    'core/cardano/*',
    'core/cardano/transactions/parts',
    'core/cardano/transactions/inspect',
  ],
  'core/facts': ['shared', 'core/cardano', 'core/seal'],
  'core/vault': ['shared', 'core/secret', 'core/db', 'core/disk', 'core/cardano', 'core/seal'],
  'core/process': ['shared', 'core/offline', 'core/crash'],
  'core/images': ['shared', 'core/offline', 'core/crash', 'core/disk', 'core/process'],
  'core/content': ['shared', 'core/db', 'core/disk'],
  'core/pinning': ['shared', 'core/secret', 'core/offline', 'core/db', 'core/http', 'core/content'],
  'core/adoption': [
    'shared',
    'core/offline',
    'core/db',
    'core/http',
    'core/cardano',
    'core/gateway',
    'core/content',
    'core/pinning',
  ],
  'core/http': ['shared', 'core/secret', 'core/offline'],
  'core/api': ['shared', 'core/secret', 'core/http'],
  'core/accounts': ['shared', 'core/secret', 'core/db', 'core/http', 'core/vault', 'core/api'],
  'core/policies': [
    'shared',
    'core/secret',
    'core/db',
    'core/disk',
    'core/cardano',
    'core/seal',
    'core/vault',
    'core/api',
    'core/practice',
    'core/html',
  ],
  'core/gateway': [
    'shared',
    'core/secret',
    'core/offline',
    'core/db',
    'core/http',
    'core/cardano',
    'core/vault',
  ],
  'core/submission': ['shared', 'core/db', 'core/cardano', 'core/gateway'],
  'core/signing': [
    'shared',
    'core/secret',
    'core/db',
    'core/disk',
    'core/cardano',
    'core/vault',
    'core/gateway',
    'core/submission',
    'core/address-book',
  ],
  'core/imports': [
    'shared',
    'core/secret',
    'core/offline',
    'core/crash',
    'core/process',
    'core/db',
    'core/http',
    'core/disk',
    'core/html',
    'core/cardano',
    'core/images',
    'core/content',
    'core/pinning',
    'core/api',
  ],
  'core/minting': [
    'shared',
    'core/cardano',
    'core/content',
    'core/images',
    'core/api',
    'core/practice',
    'core/gateway',
    'core/submission',
    'core/signing',
  ],
  'core/sales': [
    'shared',
    'core/html',
    'core/cardano',
    'core/api',
    'core/gateway',
    'core/signing',
    'core/minting',
  ],
  'core/sale-addresses': ['shared', 'core/db', 'core/cardano'],
  'core/updates': ['shared', 'core/offline', 'core/disk', 'core/db', 'core/http', 'core/seal'],
  'core/diagnostics': ['shared', 'core'],
  'core/home': ['shared', 'core'],
  'core/index.ts': ['shared', 'core'],
  studio: [
    'shared',
    'core/crash',
    'core/facts',
    'core/secret',
    'core/db',
    'core/disk',
    'core/http',
    'core/cardano',
    'core/seal',
    'core/content',
    'core/webhooks',
    'core/gateway',
    'core/submission',
    'core/sale-addresses',
  ],
  devnet: ['shared', 'core/secret', 'core/db', 'core/disk', 'core/http', 'core/cardano'],
  cli: ['shared', 'core', 'studio', 'devnet'],
  'main/processes': ['shared', 'core', 'studio', 'devnet'],
  'main/services': ['shared', 'core'],
  'main/shell': [
    'shared',
    'core/offline',
    'core/disk',
    'core/crash',
    'main/processes',
    'main/services',
  ],
  'main/plain-node.ts': [],
  'main/open-services.ts': ['shared', 'core', 'main'],
  'main/index.ts': ['core/offline', 'core/disk', 'main'],
  preload: ['shared'],
  'renderer/text': ['shared'],
  'renderer/theme': ['shared', 'renderer/text'],
  'renderer/ui': ['shared', 'renderer/text', 'renderer/theme'],
  'renderer/bridge.ts': ['shared', 'renderer/text'],
  'renderer/data': ['shared', 'renderer/bridge.ts'],
  'renderer/stores': [
    'shared',
    'renderer/bridge.ts',
    'renderer/data',
    'renderer/text',
    'renderer/theme',
  ],
  'renderer/views': [
    'shared',
    'renderer/bridge.ts',
    'renderer/data',
    'renderer/stores',
    'renderer/ui',
    'renderer/text',
    'renderer/theme',
  ],
  'renderer/*': ['shared', 'renderer'],
}

/**
 * Areas whose folders and files stand in an order: each may import those before it in its line, and
 * those that its area does not name.
 */
const orders = {
  'core/imports': [
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
  ],
  studio: [
    'store',
    'seals',
    'tokens.ts',
    'events',
    'deliveries',
    'mints',
    'royalty',
    'sales',
    'rounds',
    'pay',
    'collections.ts',
    'collection-view.ts',
    'schemas.ts',
    'unconfirmed.ts',
    'vault-names.ts',
    'follow.ts',
    'routes',
    'app.ts',
    'server.ts',
  ],
}

/** Packages that the bundler puts into the window's own files; all but zod for development alone. */
const bundled = [
  'react',
  'react-dom',
  '@mantine/(charts|core|form|hooks|spotlight)',
  'zustand',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  'lucide-react',
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
      name: 'shared-is-pure',
      comment:
        'shared speaks on both sides of the wire and of the window: zod, and zxcvbn that judges passphrases.',
      severity: 'error',
      from: { path: `^${source}/shared/` },
      to: { pathNot: [`^${source}/shared/`, 'node_modules/(zod|@zxcvbn-ts)/'] },
    },
    only(
      'one-judge-of-passphrases',
      ['@zxcvbn-ts'],
      [`^${source}/shared/passphrase-strength[.]ts$`],
    ),
    only('one-sqlite-seam', ['node:sqlite', 'sqlite'], [`^${source}/core/db/`]),
    only('one-wasm-seam', ['@emurgo'], [`^${source}/core/cardano/csl[.]ts$`]),
    only('one-ledger-seam', ['scalus'], [`^${source}/devnet/`]),
    only('one-keychain-seam', ['@napi-rs/keyring'], [`^${source}/core/vault/`]),
    only('sharp-stays-in-its-process', ['sharp'], [`^${source}/core/images/child`]),
    only('electron-stays-in-the-shell', ['electron'], [`^${source}/(main/shell|preload)/`]),
    ...Object.entries(structure).map(([folder, allowed]) => ({
      name: `structure: ${folder}`,
      comment: `${folder} may import ${allowed.join(', ') || 'nothing of src'}.`,
      severity: 'error',
      from: { path: within(folder) },
      to: { path: `^${source}/`, pathNot: [within(folder), ...allowed.map(within)] },
    })),
    ...Object.entries(orders).flatMap(([area, folders]) =>
      folders.slice(0, -1).map((folder, index) => ({
        name: `order: ${area}/${folder}`,
        comment: `In ${area}, ${folder} comes before ${folders.slice(index + 1).join(', ')}.`,
        severity: 'error',
        from: { path: within(`${area}/${folder}`) },
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
