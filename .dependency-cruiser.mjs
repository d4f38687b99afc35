/**
 * The house as rules (ARCHITECTURE.md). `allowed` says for each folder what it may import;
 * everything else inside src is a violation. test/house.test.ts plants violations to prove it.
 */
const house = {
  shared: [],
  'core/secret': ['shared'],
  'core/db': ['shared'],
  'core/disk': ['shared'],
  'core/cardano': ['shared', 'core/secret'],
  'core/vault': ['shared', 'core/secret', 'core/disk', 'core/cardano'],
  'core/images': ['shared'],
  'core/content': ['shared', 'core/db', 'core/disk'],
  'core/pinning': ['shared', 'core/secret', 'core/db', 'core/content'],
  'core/api': ['shared', 'core/secret'],
  'core/accounts': ['shared', 'core/secret', 'core/db', 'core/vault', 'core/api'],
  'core/policies': ['shared', 'core/secret', 'core/db', 'core/cardano', 'core/vault', 'core/api'],
  'core/imports': [
    'shared',
    'core/secret',
    'core/db',
    'core/disk',
    'core/cardano',
    'core/images',
    'core/content',
    'core/pinning',
    'core/api',
  ],
  'core/index.ts': ['shared', 'core'],
  studio: ['shared', 'core/secret', 'core/db', 'core/cardano', 'core/content'],
  cli: ['shared', 'core', 'studio'],
}

const source = process.env.COLDPRESS_CRUISE_ROOT ?? 'src'
const within = (folder) =>
  folder.endsWith('.ts') ? `^${source}/${folder.replace('.', '[.]')}$` : `^${source}/${folder}/`

const only = (name, modules, allowed) => ({
  name,
  comment: `Only ${allowed.join(' and ')} may import this.`,
  severity: 'error',
  from: { path: `^${source}/`, pathNot: allowed },
  to: { path: `(^|node_modules/)(${modules.join('|')})($|/)` },
})

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-development-packages',
      severity: 'error',
      from: { path: `^${source}/` },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared speaks on both sides of the wire and of the window: zod and nothing else.',
      severity: 'error',
      from: { path: `^${source}/shared/` },
      to: { pathNot: [`^${source}/shared/`, 'node_modules/zod/'] },
    },
    only('one-wasm-seam', ['@emurgo'], [`^${source}/core/cardano/csl[.]ts$`]),
    only('one-keychain-seam', ['@napi-rs/keyring'], [`^${source}/core/vault/`]),
    only('sharp-stays-in-its-process', ['sharp'], [`^${source}/core/images/child`]),
    only('electron-stays-in-main', ['electron'], [`^${source}/(main|preload)/`]),
    ...Object.entries(house).map(([folder, allowed]) => ({
      name: `house: ${folder}`,
      comment: `${folder} may import ${allowed.join(', ') || 'nothing of src'}.`,
      severity: 'error',
      from: { path: within(folder) },
      to: { path: `^${source}/`, pathNot: [within(folder), ...allowed.map(within)] },
    })),
    {
      name: 'house: no other folder',
      comment: 'A new folder of src takes its place in the house first.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: Object.keys(house).map(within) },
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
