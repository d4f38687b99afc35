import type { App } from '#app/create-app.ts'
import { backUpHome } from '#app/home/copy-home.ts'
import { exportHome, type HomeExportOptions } from '#app/home/export-home.ts'
import { schemasOfHome } from '#app/home/home-schemas.ts'
import { importHome, type HomeImport } from '#app/home/import-home.ts'
import { Secret } from '#platform/secret/secret.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { chainSchema } from '#devnet/chain/schema.ts'
import { skipAddresses } from '#studio/home/skip-addresses.ts'
import { studioSchemas } from '#studio/schemas.ts'
import { vaultNamesIn } from '#studio/home/vault-names.ts'

export const passphrase = 'a long enough passphrase'

export const exportTo = (app: App, file: string, options: Partial<HomeExportOptions> = {}) =>
  exportHome(
    {
      home: app.home,
      coldpress: '1.2.3',
      vault: app.vault,
      names: () => app.vaultNames(vaultNamesIn(app.home)),
      endServices: () => app.endStudios(),
      runningImports: () => 0,
    },
    {
      file,
      passphrase: Secret.ofText(passphrase),
      withImages: true,
      workFactor: 4,
      settleMs: 0,
      ...options,
    },
  )

/** A backup in the place of an earlier one. */
export const backUpTo = (app: App, file: string) =>
  backUpHome(
    {
      home: app.home,
      coldpress: '1.2.3',
      vault: app.vault,
      names: () => app.vaultNames(vaultNamesIn(app.home)),
    },
    {
      file,
      passphrase: Secret.ofText(passphrase),
      withImages: true,
      workFactor: 4,
      replaces: true,
    },
  )

export const importInto = (
  home: string,
  file: string,
  options: {
    readonly passphrase?: string
    readonly replace?: boolean
    readonly hasVault?: HomeImport['hasVault']
  } = {},
) =>
  importHome(
    {
      home: { path: home, isDefault: false },
      hasVault: options.hasVault ?? (() => Promise.resolve(false)),
      openVault: (folder) =>
        openVault({ home: folder, isDefaultHome: false, backend: 'sealed-files' }),
      schemasOf: schemasOfHome({ studio: studioSchemas, chain: [chainSchema] }),
      skipAddresses,
    },
    {
      file,
      passphrase: Secret.ofText(options.passphrase ?? passphrase),
      replace: options.replace === true,
    },
  )
