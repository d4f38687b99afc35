import { type App, createApp } from '#app/create-app.ts'
import { openVault } from '#keys/vault/open-vault.ts'

/** Opens a home without a studio; its vault is of sealed files, under a cheap seal. */
export const openApp = (
  home: string,
  options: { readonly evenMoved?: boolean } = {},
): Promise<App> =>
  createApp({
    home,
    isDefaultHome: false,
    startStudio: () => Promise.reject(new Error('no studio in this test')),
    openVault: () =>
      openVault({ home, isDefaultHome: false, backend: 'sealed-files', scryptWorkFactor: 2 }),
    ...options,
  })
