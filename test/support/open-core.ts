import { type Core, createCore } from '#app/create-core.ts'
import { openVault } from '#keys/vault/open-vault.ts'

/** Opens a home without a studio; its vault is of sealed files, under a cheap seal. */
export const openCore = (
  home: string,
  options: { readonly evenMoved?: boolean } = {},
): Promise<Core> =>
  createCore({
    home,
    isDefaultHome: false,
    startStudio: () => Promise.reject(new Error('no studio in this test')),
    openVault: () =>
      openVault({ home, isDefaultHome: false, backend: 'sealed-files', scryptWorkFactor: 2 }),
    ...options,
  })
