import type { z } from 'zod'
import type { CollectionDetails, CollectionForm, FieldError } from '#contract/collections/calls.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { type Collection, collectionRequest } from '#contract/collections/collection.ts'
import type { policyRequest } from '#contract/policies/policy.ts'
import type { MintingClient } from '#app/api/client.ts'
import { requireOpenVault } from '#app/vault/require-open-vault.ts'
import { updateCollection } from '#app/collections/update-collection.ts'
import { deleteCollection } from '#app/collections/delete-collection.ts'
import { createCollectionOnce } from '#app/api/create-collection-once.ts'
import type { Account } from '#app/accounts/accounts.ts'
import type { Proposals } from '#app/imports/propose/proposals.ts'
import type { Readings } from './imports/readings.ts'
import { type PickedFiles, requireTable } from './picked-files.ts'
import { knownChainOf } from '#app/accounts/chain-of.ts'
import { formErrors } from '#app/collections/collection-check.ts'
import { withPayoutWarnings } from '#app/collections/payout-warnings.ts'
import { coverCidOf, createCollectionImages } from '#app/collections/collection-images.ts'
import { previewCollection } from '#app/collections/collection-preview.ts'
import { withdrawableOf, withdrawOutdated } from '#app/sales/withdraw-outdated.ts'
import type { ConfirmingContext } from './confirm/confirmations.ts'
import { asksOutsidePage } from './confirm/outside-devnet.ts'
import type { ServiceContext, WindowHandlersOf } from './services-deps.ts'
import { type VaultContext, withPassphrase } from './vault.ts'
import { confirmNewRoyalty } from '#app/mints/royalty-in-place.ts'
import { policyForService } from '#app/policies/for-collection.ts'

type CollectionContext = VaultContext &
  ConfirmingContext & {
    readonly picked: PickedFiles
    readonly readings: Readings
    readonly proposals: Proposals
    readonly now?: () => Date
  }

export const collectionHandlers = (context: CollectionContext): WindowHandlersOf<'collections'> => {
  const { app, log, picked, readings, proposals, now = () => new Date() } = context
  const images = createCollectionImages(app.content)
  const viewOf = (
    accountId: string,
    collection: Collection,
    shown: readonly string[] = [],
  ): CollectionDetails => {
    const coverCid = coverCidOf(collection)
    return {
      ...withPayoutWarnings(collection),
      chain: knownChainOf(app.accounts.get(accountId), collection.network),
      isPractice: app.practice.has({ accountId, collectionId: collection.id }),
      images: coverCid === null ? [...shown] : [coverCid],
      coverCid,
    }
  }
  /** The collection as `collections.get` answers it. */
  const show = async (accountId: string, client: MintingClient, found: Collection) => {
    const [shown] = await images.of(client, accountId, [found])
    return viewOf(accountId, found, shown)
  }
  return {
    'collections.list': async ({ accountId }) => {
      const client = await app.accounts.client(accountId)
      const found = await Array.fromAsync(client.collections({ size: 100 }))
      const shown = await images.of(client, accountId, found)
      return found.map((collection, index) => viewOf(accountId, collection, shown[index]))
    },
    'collections.get': async ({ accountId, collectionId }) => {
      const client = await app.accounts.client(accountId)
      return show(accountId, client, await client.getCollection(collectionId))
    },
    'collections.update': async ({ accountId, collectionId, edit }) => {
      const client = await app.accounts.client(accountId)
      const found = await client.updateCollection(collectionId, edit)
      log({
        level: 'info',
        kind: 'collection',
        message: `The collection ${found.name} was changed.`,
        details: { accountId, collectionId },
      })
      return show(accountId, client, found)
    },
    'collections.changePayout': async ({ accountId, collectionId, payout_address }) => {
      const account = app.accounts.get(accountId)
      if (account.kind === 'local') requireOpenVault(app)
      const client = await app.accounts.client(accountId)
      const found = await updateCollection(
        client,
        collectionId,
        { payout_address },
        { network: knownChainOf(account), confirm: asksOutsidePage(context, account).confirm },
      )
      log({
        level: 'warning',
        kind: 'collection',
        message: `The income of ${found.name} is paid to another address from now on.`,
        details: { accountId, collectionId, payoutAddress: payout_address },
      })
      return show(accountId, client, found)
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
      const { planned, ...proposal } = await readings.run((reading) =>
        app.imports.propose(request, reading),
      )
      return { ...proposal, id: proposals.add(planned) }
    },
    'collections.proposedTokens': proposals.page,
    'collections.check': ({ accountId, form }) =>
      formErrors(app, app.accounts.get(accountId), form, now()),
    'collections.preview': previewCollection,
    'collections.create': async ({ accountId, form, passphrase = '' }) => {
      const account = app.accounts.get(accountId)
      requireValid(await formErrors(app, account, form, now()))
      const { gateways, vault } = app
      const royalty = await confirmNewRoyalty(
        { gateways, vault, account, asks: asksOutsidePage(context, account) },
        {
          name: form.name,
          policyId: form.policy.kind === 'generate' ? undefined : form.policy.policyId,
          royalty: form.royalty,
        },
      )
      const client = await app.accounts.client(accountId)
      const policy = await policyOf(context, account, form.policy, passphrase)
      const request = collectionRequest.parse({ ...form, policy, ...royalty })
      noteSentKeys(log, account, form)
      const created = await createCollectionOnce(client, request)
      log({
        level: 'info',
        kind: 'collection',
        message: `The collection ${created.name} was created at ${account.name}.`,
        details: { accountId, collectionId: created.id, policyId: created.policy.policy_id },
      })
      return viewOf(accountId, created)
    },
    'collections.remove': async ({ accountId, collectionId }) => {
      const { name, isPractice, isInBin, withPolicy } = await deleteCollection(app, {
        accountId,
        collectionId,
      })
      log({
        level: isPractice ? 'info' : 'warning',
        kind: 'collection',
        message: `The collection ${name} was deleted with its tokens${withPolicy ? ', its policy and its key' : ''}.`,
        details: { accountId, collectionId },
      })
      return { withPolicy, isInBin }
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
 * The vault is not open while the user reads: the passphrase is checked before and after.
 * @throws ColdpressError as `policyForService`
 */
const policyOf = async (
  context: CollectionContext,
  account: Account,
  choice: CollectionForm['policy'],
  passphrase: string,
): Promise<z.input<typeof policyRequest>> => {
  if (choice.kind === 'generate')
    return choice.lockTime === null ? { lock: false } : { lock: true, lock_time: choice.lockTime }
  return policyForService(
    {
      policies: context.app.policies,
      asks: asksOutsidePage(context),
      unlocked: (work) => withPassphrase(context, passphrase, work),
    },
    account,
    choice.policyId,
  )
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
