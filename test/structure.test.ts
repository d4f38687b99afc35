import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const output = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
})

const toSlashes = (path: string): string => path.replaceAll(sep, '/')

const cruise = (source: string) => {
  const run = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'json',
      source,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, COLDPRESS_CRUISE_ROOT: source },
      maxBuffer: 1 << 28,
    },
  )
  const { modules, summary } = output.parse(JSON.parse(run.stdout))
  return { files: modules.map(({ source: file }) => file), violations: summary.violations }
}

/** A small source tree with one violation of each kind: file → [its import, the rule that must catch it]. */
const planted = {
  'values/reaches-up.ts': ["import '../contract/sale.ts'", 'structure: values'],
  'values/impure.ts': ["import 'node:fs'", 'values-are-pure'],
  'contract/sale.ts': ["import 'zod'", undefined],
  'contract/impure.ts': ["import 'node:fs'", 'contract-is-pure'],
  'contract/holds-a-secret.ts': ["import '../platform/secret/secret.ts'", 'structure: contract'],
  'platform/secret/secret.ts': ['export const secret = 1', undefined],
  'platform/secret/speaks.ts': ["import '../../contract/sale.ts'", 'structure: platform/secret'],
  'platform/db/reaches-up.ts': ["import '../../keys/vault/vault.ts'", 'structure: platform/db'],
  'transport/http/sells.ts': ["import '../../contract/sales/sale.ts'", 'structure: transport'],
  'contract/sales/sale.ts': ['export const sale = 1', undefined],
  'keys/vault/vault.ts': ['export const vault = 1', undefined],
  'transport/process/asks.ts': ["import '../../keys/vault/vault.ts'", 'structure: transport'],
  'cardano/addresses/stores.ts': ["import '../../platform/disk/disk.ts'", 'structure: cardano'],
  'platform/disk/disk.ts': ['export const disk = 1', undefined],
  'keys/seal/seal.ts': ['export const seal = 1', undefined],
  'keys/vault/asks.ts': ["import '../../app/imports/run/run.ts'", 'structure: keys/vault'],
  'media/pinning/asks.ts': ["import '../../app/imports/run/run.ts'", 'structure: media/pinning'],
  'chain/gateway/asks.ts': ["import '../../app/imports/run/run.ts'", 'structure: chain/gateway'],
  'devnet/unlocks.ts': ["import '../keys/seal/seal.ts'", 'structure: devnet'],
  'studio/reads-seals.ts': ["import '../keys/seal/seal.ts'", undefined],
  'studio/imports.ts': ["import '../app/imports/run/run.ts'", 'structure: studio'],
  'studio/pins.ts': ["import '../media/pinning/window.ts'", 'structure: studio'],
  'cardano/address.ts': ["import './transactions/parts/fields.ts'", 'structure: cardano/*'],
  'cardano/transactions/parts/fields.ts': ["import '../../cbor.ts'", undefined],
  'cardano/cbor.ts': ['export const cbor = 1', undefined],
  'cardano/transactions/parts/parse.ts': [
    "import '../inspect/read.ts'",
    'structure: cardano/transactions/parts',
  ],
  'cardano/transactions/inspect/read.ts': ["import '../parts/fields.ts'", undefined],
  'cardano/transactions/inspect/warns.ts': [
    "import '../warnings/text.ts'",
    'structure: cardano/transactions/inspect',
  ],
  'cardano/transactions/build/inspects.ts': [
    "import '../inspect/read.ts'",
    'structure: cardano/transactions/build',
  ],
  'cardano/transactions/warnings/text.ts': ["import '../inspect/read.ts'", undefined],
  'cardano/transactions/warnings/builds.ts': [
    "import '../build/build.ts'",
    'structure: cardano/transactions/warnings',
  ],
  'cardano/transactions/build/build.ts': ["import '../parts/fields.ts'", undefined],
  'cardano/transactions/assembles.ts': [
    "import './build/build.ts'",
    'structure: cardano/transactions/*',
  ],
  'media/content/opens.ts': ["import 'node:sqlite'", 'one-sqlite-seam'],
  'media/content/one.ts': ["import './two.ts'\nexport const one = 1", 'no-cycles'],
  'media/content/two.ts': ["import './one.ts'\nexport const two = 2", undefined],
  'app/imports/type-only.ts': [
    "import type { Page } from '../../studio/page.ts'\nexport type Mine = Page",
    'structure: app/imports',
  ],
  'app/imports/table/plans.ts': ["import '../plan/plan.ts'", 'order: app/imports/table'],
  'app/imports/plan/plan.ts': ['export const plan = 1', undefined],
  'app/imports/inputs/runs.ts': ["import '../run/run.ts'", 'order: app/imports/inputs'],
  'app/imports/upload/runs.ts': ["import '../run/run.ts'", 'order: app/imports/upload'],
  'app/imports/run/run.ts': ["import '../plan/plan.ts'", undefined],
  'studio/mints/handlers.ts': ["import '../sales/deliver/process.ts'", undefined],
  'studio/sales/calls.ts': ["import '../mints/handlers.ts'", 'handlers-come-last'],
  'studio/store/mints.ts': ["import '../mints/sign.ts'", 'order: studio/store'],
  'studio/mints/sells.ts': ["import '../sales/deliver/process.ts'", 'order: studio/mints'],
  'studio/mints/royalty.ts': ["import '../royalty/royalty.ts'", 'order: studio/mints'],
  'studio/events/delivers.ts': ["import '../deliveries/deliver.ts'", 'order: studio/events'],
  'studio/sales/deliver/process.ts': ["import '../../mints/sign.ts'", undefined],
  'studio/mints/sign.ts': ['export const sign = 1', undefined],
  'studio/royalty/royalty.ts': ["import '../mints/sign.ts'", undefined],
  'studio/deliveries/deliver.ts': ['export const deliver = 1', undefined],
  'studio/page.ts': ['export type Page = string', undefined],
  'studio/grabs-keys.ts': [
    "import { vault } from '../keys/vault/vault.ts'\nexport const stolen = vault",
    'structure: studio',
  ],
  'app/api/image.ts': ["import 'sharp'", 'sharp-stays-in-its-process'],
  'app/policies/wasm.ts': ["import '@emurgo/cardano-serialization-lib-browser'", 'one-wasm-seam'],
  'app/accounts/keychain.ts': ["import '@napi-rs/keyring'", 'one-keychain-seam'],
  'media/pinning/window.ts': ["import 'electron'", 'electron-stays-in-the-shell'],
  'main/services/window.ts': ["import 'electron'", 'electron-stays-in-the-shell'],
  'main/services/starts.ts': ["import '../processes/port.ts'", 'structure: main/services'],
  'main/services/pins.ts': ["import '../../media/content/one.ts'", 'structure: main/services'],
  'main/services/reads.ts': ["import '../../cardano/cbor.ts'", 'structure: main/services'],
  'main/services/adapts.ts': ["import '../../app/imports/plan/plan.ts'", undefined],
  'main/services/events/asks.ts': [
    "import '../../../chain/gateway/asks.ts'",
    'structure: main/services',
  ],
  'main/processes/port.ts': ['export const port = 1', undefined],
  'main/processes/handles.ts': ["import '../services/window.ts'", 'structure: main/processes'],
  'main/shell/engine.ts': ["import '../../keys/vault/vault.ts'", 'structure: main/shell'],
  'main/shell/guards.ts': ["import 'electron'", undefined],
  'main/drawer.ts': ["import 'node:fs'", 'structure: no other folder'],
  'preload/bridge.ts': ["import '../main/processes/port.ts'", 'structure: preload'],
  'preload/files.ts': ["import 'node:fs'", 'a-page-has-no-node'],
  'renderer/bridge.ts': ['export const bridge = 1', undefined],
  'renderer/data/client.ts': ["import '../bridge.ts'", undefined],
  'renderer/data/shows.ts': ["import '../stores/list.ts'", 'structure: renderer/data'],
  'renderer/stores/engine.ts': ["import '../../keys/vault/vault.ts'", 'structure: renderer/stores'],
  'renderer/stores/files.ts': ["import 'node:fs'", 'a-page-has-no-node'],
  'renderer/stores/list.ts': ["import '../bridge.ts'", undefined],
  'renderer/stores/shows.ts': ["import '../views/good.tsx'", 'structure: renderer/stores'],
  'renderer/ui/asks.ts': ["import '../bridge.ts'", 'structure: renderer/ui'],
  'renderer/ui/button.tsx': ["import '../stores/list.ts'", 'structure: renderer/ui'],
  'renderer/ui/server.ts': ["import 'fastify'", 'only-bundled-packages'],
  'renderer/ui/test.tsx': ["import 'vitest'", 'only-bundled-packages'],
  'renderer/text/words.ts': ["import '../ui/button.tsx'", 'structure: renderer/text'],
  'renderer/views/list.tsx': [
    "import { vault } from '../../keys/vault/vault.ts'\nexport const List = () => <p>{vault}</p>",
    'structure: renderer/views',
  ],
  'renderer/views/good.tsx': ["import 'react'\nimport '../stores/list.ts'", undefined],
  'media/images/browser.ts': [
    "import '../../../../../tools/chromium-host/chromium/find-chromium.ts'",
    'the-app-needs-no-tools',
  ],
  'media/images/tests.ts': ["import 'vitest'", 'no-development-packages'],
  'utils/drawer.ts': ["import 'node:fs'", 'structure: no other folder'],
  'cli/pins.ts': ["import '../media/pinning/window.ts'", 'structure: cli'],
  'cli/session.ts': ["import '../keys/vault/vault.ts'", undefined],
  'cli/local-studio.ts': ["import '../studio/page.ts'", undefined],
  'cli/commands/sale/signs.ts': ["import '../../../cardano/cbor.ts'", 'structure: cli'],
  'cli/commands/pin/pins.ts': ["import '../../../media/pinning/window.ts'", 'structure: cli'],
  'cli/commands/tx/signs.ts': ["import '../../../cardano/cbor.ts'", undefined],
  'cli/commands/tx/unlocks.ts': [
    "import '../../../keys/vault/vault.ts'",
    'structure: cli/commands/tx',
  ],
  'cli/commands/studio/opens.ts': ["import '../../../studio/page.ts'", undefined],
  'cli/lost.ts': ["import './nowhere.ts'", 'no-unresolved'],
} as const satisfies Record<string, readonly [string, string | undefined]>

describe('the structure of src', () => {
  let source: string

  beforeAll(() => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    source = join(mkdtempSync(join(root, '.cache', 'planted-')), 'src').slice(root.length + 1)
    for (const [file, [text]] of Object.entries(planted)) {
      mkdirSync(dirname(join(root, source, file)), { recursive: true })
      writeFileSync(join(root, source, file), `${text}\n`)
    }
  })
  afterAll(() => {
    rmSync(dirname(join(root, source)), { recursive: true })
  })

  it('has no module that imports what its folder may not', () => {
    const { files, violations } = cruise('src')
    expect(violations).toEqual([])
    const written = globSync('src/**/*.{ts,tsx}', { cwd: root }).map(toSlashes)
    expect(written.filter((file) => !files.includes(file))).toEqual([])
    expect(written.length).toBeGreaterThan(500)
  })

  it('opens a database in one place, which knows what the data folder should have', () => {
    const opening = globSync('src/**/*.{ts,tsx}', { cwd: root })
      .map(toSlashes)
      .filter((file) => readFileSync(join(root, file), 'utf8').includes('new Database('))
    expect(opening).toEqual(['src/platform/db/open-database.ts'])
  })

  it('is guarded by rules that catch one planted violation of each kind, and nothing else', () => {
    const { violations } = cruise(source)
    const caught = violations.map(
      ({ from, rule }) => `${rule.name} | ${from.slice(source.length + 1)}`,
    )
    const expected = Object.entries(planted).flatMap(([file, [, rule]]) =>
      rule === undefined ? [] : [`${rule} | ${file}`],
    )
    expect([...new Set(caught)].toSorted()).toEqual(expected.toSorted())
  })
})
