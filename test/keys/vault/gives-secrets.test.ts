import { expect, expectTypeOf } from 'vitest'
import type { App } from '#app/create-app.ts'
import type { PolicyKey } from '#cardano/keys.ts'
import type { Policies } from '#app/policies/policies.ts'
import type { Secret } from '#platform/secret/secret.ts'
import { vaultOperations } from '#keys/operations.ts'
import { openVault } from '#keys/vault/open-vault.ts'
import { homeTest as it } from '../../support/folder-test.ts'
import type { Vault } from '#keys/vault/vault.ts'

type Held = Secret | PolicyKey | Uint8Array
/** Of what a function answers: itself, its elements, its fields. */
type Parts<T> = T extends readonly (infer Element)[] ? Parts<Element> : T | T[keyof T]
type Gives<T> = [Extract<Parts<T>, Held>] extends [never] ? false : true
type Answer<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never
/** The names of the functions that answer secrets. */
type Giving<T> = {
  [Name in keyof T]-?: Gives<Answer<T[Name]>> extends true ? Name : never
}[keyof T]

/** `tsc` judges these; a function that gives a key away must be added here by name. */
it('gives private keys through the functions named for it alone, API keys through another', () => {
  expectTypeOf<Giving<Vault>>().toEqualTypeOf<
    // `backUp`, `backUpWallet` and `itemsToMove` give what they sealed, `startPhrase` words that nothing depends on yet
    'revealKeys' | 'getApiKey' | 'backUp' | 'backUpWallet' | 'itemsToMove' | 'startPhrase'
  >()
  expectTypeOf<Giving<Policies>>().toEqualTypeOf<'revealForExport' | 'revealKeyFiles'>()
  expectTypeOf<Giving<ReturnType<App['studioKeys']>>>().toEqualTypeOf<'revealKeys'>()
  expectTypeOf<Giving<App['webhookSecrets']>>().toEqualTypeOf<'get'>()
})

it('has no function beside those of its interface', async ({ home }) => {
  const vault = await openVault({ home, isDefaultHome: false, backend: 'sealed-files' })
  const own = Object.keys(vault).toSorted()
  const named = [...Object.keys(vaultOperations), 'status', 'lock', 'close']
  expect(own).toEqual(named.toSorted())
})
