import type { z } from 'zod'
import type { CollectionDetails, CollectionForm, FieldError } from '#contract/collections/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import {
  type Collection,
  collectionRequest,
  type CollectionRequest,
} from '#contract/collections/collection.ts'
import type { policyRequest } from '#contract/policies/policy.ts'
import type { App } from '#app/create-app.ts'
import type { Readings } from './imports/readings.ts'
import { type PickedFiles, requireTable } from './picked-files.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'
import { formErrors } from './collection-check.ts'
import { createCollectionImages } from './collection-images.ts'
import { previewCollection } from './collection-preview.ts'
import { withdrawableOf, withdrawOutdated } from '#app/sales/withdraw-outdated.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { confirmRoyaltyInPlace } from './confirm/royalty-in-place.ts'
import type { ServiceContext, WindowHandlersOf } from './services-deps.ts'
import { type VaultContext, withPassphrase } from './vault.ts'
import { sendKeysQuestion } from '#app/policies/for-collection.ts'
import { requireOpenVault } from '#keys/vault/require-open-vault.ts'

type CollectionContext = VaultContext &
  ConfirmingContext & {
    readonly picked: PickedFiles
    readonly readings: Readings
    readonly now?: () => Date
  }

export const collectionHandlers = (context: CollectionContext): WindowHandlersOf<'collections'> => {
  const { app, log, picked, readings, now = () => new Date() } = context
  const images = createCollectionImages(app.content)
  const viewOf = (
    accountId: string,
    collection: Collection,
    shown: readonly string[] = [],
  ): CollectionDetails => ({
    ...collection,
    chain: knownChainOf(app.accounts.get(accountId), collection.network),
    isPractice: app.practice.has({ accountId, collectionId: collection.id }),
    images: [...shown],
  })
  return {
    'collections.list': async ({ accountId }) => {
      const client = await app.accounts.client(accountId)
      const found = await Array.fromAsync(client.collections({ size: 100 }))
      const shown = await images.of(client, accountId, found)
      return found.map((collection, index) => viewOf(accountId, collection, shown[index]))
    },
    'collections.get': async ({ accountId, collectionId }) => {
      const client = await app.accounts.client(accountId)
      const found = await client.getCollection(collectionId)
      const [shown] = await images.of(client, accountId, [found])
      return viewOf(accountId, found, shown)
    },
    'collections.publishRarity': async ({ accountId, collectionId, isPublished }) => {
      const client = await app.accounts.client(accountId)
      const { name } = await client.updateCollection(collectionId, {
        rarity_published: isPublished,
      })
      log({
        level: 'info',
        kind: 'collection',
        message: isPublished
          ? `Payment pages show the rarity of ${name}.`
          : `Payment pages no longer show the rarity of ${name}.`,
        details: { accountId, collectionId },
      })
      return null
    },
    'collections.withdrawOutdated': async ({ accountId, collectionId }) => {
      const client = await app.accounts.client(accountId)
      const collection = await client.getCollection(collectionId)
      const found = withdrawableOf(collection)
      const { withdrawn, left } = await withdrawOutdated(client, collectionId, found)
      if (withdrawn.length > 0)
        log({
          level: 'info',
          kind: 'signing',
          message: `What was built before ${collection.name} changed was withdrawn.`,
          details: { accountId, collectionId, ids: withdrawn.map(({ id }) => id).join(', ') },
        })
      return { withdrawn: withdrawn.length, reasons: left.map(({ reason }) => reason) }
    },
    'collections.propose': async ({ csv, ...source }) => {
      requireTable(csv, picked)
      const request = { ...source, csv: csv ?? undefined, opensAll: picked.has(source.folder) }
      return readings.run((reading) => app.imports.propose(request, reading))
    },
    'collections.check': ({ accountId, form }) =>
      formErrors(app, app.accounts.get(accountId), form, now()),
    'collections.preview': previewCollection,
    'collections.create': async ({ accountId, form, passphrase = '' }) => {
      const account = app.accounts.get(accountId)
      requireValid(await formErrors(app, account, form, now()))
      const isMinted = await confirmRoyaltyInPlace(context, account, form)
      const client = await app.accounts.client(accountId)
      const request = {
        ...(await requestFor(context, account, form, passphrase)),
        // On mainnet the royalty token is rehearsed before it is confirmed.
        ...(account.chain === 'mainnet' && form.royalty !== undefined && !isMinted
          ? { royalty_confirmed: false }
          : {}),
      }
      noteSentKeys(log, account, form)
      const created = await client.createCollection(request)
      log({
        level: 'info',
        kind: 'collection',
        message: `The collection ${created.name} was created at ${account.name}.`,
        details: { accountId, collectionId: created.id, policyId: created.policy.policy_id },
      })
      return viewOf(accountId, created)
    },
    'collections.remove': async ({ accountId, collectionId }) => {
      const client = await app.accounts.client(accountId)
      const { name, policy } = await client.getCollection(collectionId)
      const isPractice = app.practice.has({ accountId, collectionId })
      if (isPractice) requireOpenVault(app)
      await (isPractice
        ? client.deleteWithMinted(collectionId)
        : client.deleteCollection(collectionId))
      const withPolicy = isPractice && (await app.policies.removePractice(policy.policy_id))
      log({
        level: isPractice ? 'info' : 'warning',
        kind: 'collection',
        message: `The collection ${name} was deleted with its tokens${withPolicy ? ', its policy and its key' : ''}.`,
        details: { accountId, collectionId },
      })
      return { withPolicy }
    },
  }
}

const requireValid = (errors: readonly FieldError[]): void => {
  if (errors.length === 0) return
  const sentences = errors.map(({ field, message }) => `${field}: ${message}`)
  throw new ColdpressError('invalid', `${sentences.join('; ')}. Nothing was sent.`, {
    details: { errors },
  })
}

/**
 * A holder of a policy's keys can mint under it for ever. Before a service gets them, the
 * passphrase is checked, the user confirms outside the page, and the passphrase is checked again:
 * the vault is not open while the user reads.
 */
const requestFor = async (
  context: VaultContext & Pick<CollectionContext, 'confirmations'>,
  account: { readonly kind: 'local' | 'hosted'; readonly baseUrl: string },
  form: CollectionForm,
  passphrase: string,
): Promise<CollectionRequest> => {
  const { app, confirmations } = context
  if (form.policy.kind === 'generate' || account.kind === 'local') return requestOf(app, form)
  await withPassphrase(context, passphrase, () => Promise.resolve())
  const policy = await app.policies.show(form.policy.policyId)
  await confirmations.ask(sendKeysQuestion(policy, account))
  return withPassphrase(context, passphrase, () => requestOf(app, form))
}

const requestOf = async (app: App, form: CollectionForm): Promise<CollectionRequest> =>
  collectionRequest.parse({ ...form, policy: await policyOf(app, form.policy) })

/**
 * A policy of the list goes with its keys that are here, as the interface requires. Only then are
 * they text in this process, which cannot be wiped.
 * @throws ColdpressError `vault_locked`
 */
const policyOf = async (
  app: App,
  choice: CollectionForm['policy'],
): Promise<z.input<typeof policyRequest>> => {
  if (choice.kind === 'generate') {
    return choice.lockTime === null ? { lock: false } : { lock: true, lock_time: choice.lockTime }
  }
  return app.policies.requestOf(choice.policyId)
}

/** Recorded before they are sent: a lost answer would leave no trace. */
const noteSentKeys = (
  log: ServiceContext['log'],
  account: { readonly id: string; readonly name: string; readonly kind: 'local' | 'hosted' },
  { name, policy }: CollectionForm,
): void => {
  if (policy.kind === 'generate' || account.kind === 'local') return
  log({
    level: 'warning',
    kind: 'policy',
    message: `The keys of the policy of ${name} are sent to ${account.name}, which can mint with them from then on.`,
    details: { accountId: account.id, policyId: policy.policyId },
  })
}
