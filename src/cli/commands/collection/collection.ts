import { limits } from '#values/bounds/limits.ts'
import { type Command, Option } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { adaText, numberText } from '#values/text/format.ts'
import type { ServiceNetwork } from '#values/networks/networks.ts'
import { percentOfRate } from '#values/amounts/percent.ts'
import {
  type Collection,
  type CollectionRequest,
  sparseCollection,
} from '#contract/collections/collection.ts'
import { unknownFields } from '#contract/fields.ts'
import type { PolicyRequest } from '#contract/policies/policy.ts'
import { createCollectionOnce } from '#app/api/create-collection-once.ts'
import { readCollectionFile } from '#app/collections/collection-file.ts'
import { withPayoutWarnings } from '#app/collections/payout-warnings.ts'
import { confirmNewRoyalty } from '#app/mints/royalty-in-place.ts'
import { requireEnoughKeys, requireUsable } from '#app/policies/for-collection.ts'
import { updateCollection } from '#app/collections/update-collection.ts'
import { deleteCollection, deletionQuestion } from '#app/collections/delete-collection.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { accountNetwork, accountNetworks } from '#cli/account-network.ts'
import { changeOf, type UpdateOptions, updateOptions } from './collection-change.ts'
import { offerWithdrawal, withdrawalHint } from './offer-withdrawal.ts'
import { addCollectionExport } from './collection-export.ts'
import { addPropose } from './collection-propose.ts'
import { addCollectionVerify } from './collection-verify.ts'
import { addPublish } from './collection-publish.ts'
import { addRarity } from './collection-rarity.ts'
import { collectionFieldsText } from './collection-fields.ts'
import { readInput } from '#cli/files.ts'
import { servedLink } from '../studio/served-link.ts'
import { seconds } from '#cli/options/option-values.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { command, group } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import { type Text, detailTable, numberColumn, sections, table } from '#cli/terminal/table.ts'

export const addCollectionCommands = (program: Command): void => {
  const collection = group(program, 'collection', 'create, show, change and export collections')
  addPropose(collection)
  addCreate(collection)
  addList(collection)
  addShow(collection)
  addUpdate(collection)
  addDelete(collection)
  addCollectionVerify(collection)
  addCollectionExport(collection)
  addRarity(collection)
  addPublish(collection)
}

const addCreate = (collection: Command): void =>
  command<YesOption & { readonly file: string; readonly policy?: string }>(
    collection,
    'create',
    'create a collection from a JSON file',
    'collection create --file collection.json',
    (create) =>
      create
        .addHelpText('after', collectionFieldsText)
        .requiredOption(
          '--file <file>',
          'JSON with name, payout_address, policy, metadata and royalty',
        )
        .option(
          '--policy <id>',
          'the policy that is listed here, in place of the one in the file; its keys may be elsewhere',
        )
        .option('--yes', 'confirm the royalty; it cannot be changed once it is minted'),
    async (session, { file, policy, ...options }) => {
      const bytes = await readInput(file, 'collection file')
      const listed = policy === undefined ? undefined : await listedPolicy(session, policy)
      const parsed = readCollectionFile(file, bytes, listed)
      requireEnoughKeys(parsed.policy, (await session.app()).accounts.get(session.account))
      const request = await confirmed(session, parsed, options)
      await openForLocal(session)
      const created = await session.withVault(async (app) =>
        createCollectionOnce(await app.accounts.client(session.account), request, {
          signal: session.signal,
        }),
      )
      const shown = await shownOf(session, created)
      const chain = await accountNetwork(session, shown.network)
      return {
        json: { ...shown, chain },
        text: sections(
          ['Created.', collectionDetails(shown, chain)],
          ...(request.royalty_confirmed === false ? [await confirmLater(session, shown.id)] : []),
          `To check your images and table: ${hint(`import FOLDER --collection ${shown.id} --dry-run`)}`,
        ),
      }
    },
  )

/**
 * A policy of this computer with its keys that are here. A hosted service would keep the keys for
 * ever: they are not sent to one from the command line.
 * @throws ColdpressError `not_found`, `invalid`
 */
const listedPolicy = async (session: Session, id: string): Promise<PolicyRequest> => {
  const app = await session.app()
  const account = app.accounts.get(session.account)
  requireUsable(await app.policies.show(id), account)
  if (account.kind === 'hosted')
    throw new ColdpressError(
      'invalid',
      `--policy: ${account.name} would get the signing keys, and can mint with them from then on. Allow that in the window: Collections → New collection. Nothing was sent.`,
    )
  return session.withVault(({ policies }) => policies.requestOf(id))
}

/** How a royalty is confirmed that this command did not confirm. */
const confirmLater = async (session: Session, id: string): Promise<string> => {
  const { chain } = (await session.app()).accounts.get(session.account)
  return chain === 'mainnet'
    ? `Its royalty token is the first mint on mainnet. Import the tokens, rehearse the mint, then confirm the royalty: ${hint(`mint royalty --collection ${id} --yes`)}`
    : `Confirm its royalty: ${hint(`mint royalty --collection ${id} --yes`)}`
}

/** The request with what became of its royalty. @throws ColdpressError `usage`, `cancelled` */
const confirmed = async (
  session: Session,
  parsed: CollectionRequest,
  options: YesOption,
): Promise<CollectionRequest> => {
  const app = await session.app()
  const { royalty_confirmed: _, ...request } = parsed
  const { name, policy, royalty } = request
  return {
    ...request,
    ...(await confirmNewRoyalty(
      {
        account: app.accounts.get(session.account),
        gateways: { get: (network) => session.withVault(({ gateways }) => gateways.get(network)) },
        asks: asksInTerminal(session, options, {
          subject: (kind) =>
            kind === 'keep_royalty'
              ? 'A royalty of this policy is on chain already, and it is another one. It'
              : 'A royalty',
          otherwise: 'No collection was made.',
        }),
        signal: session.signal,
        onUnknown: ({ message }) =>
          session.terminal.warn(
            `It is unknown whether this policy has a royalty on chain already: ${message}`,
            'If it has, that one counts, and not the one that you ask for.',
          ),
      },
      { name, policyId: policy.policy_id, royalty },
    )),
  }
}

const addList = (collection: Command): void =>
  command(
    collection,
    'list',
    "list the account's collections, newest first",
    'collection list',
    (list) => list,
    async (session) => {
      const all = await session.withVault(async (app) =>
        Array.fromAsync(
          (await app.accounts.client(session.account)).collections({ signal: session.signal }),
        ),
      )
      const networkOf = await accountNetworks(session)
      return {
        json: await Promise.all(
          all.map(async (found) => ({
            ...(await shownOf(session, found)),
            chain: networkOf(found.network),
          })),
        ),
        text: table(
          all,
          {
            id: ({ id }) => id,
            name: ({ name }) => name,
            network: ({ network }) => networkOf(network),
            tokens: numberColumn(({ token_count: tokens }) => numberText(tokens)),
            'policy ID': ({ policy }) => policy.policy_id,
          },
          `No collections yet. To create one from a folder: ${hint('collection propose FOLDER --out collection.json')}`,
        ),
      }
    },
  )

const addShow = (collection: Command): void =>
  command(
    collection,
    'show <collection>',
    'show one collection, by its id or name',
    'collection show Herbarium',
    (show) => show,
    async (session, _options, nameOrId = '') => {
      const id = await session.findCollectionId(nameOrId)
      const found = await session.withVault(async (app) =>
        (await app.accounts.client(session.account)).getCollection(id, { signal: session.signal }),
      )
      const shown = await shownOf(session, found)
      const network = await accountNetwork(session, shown.network)
      return { json: { ...shown, chain: network }, text: collectionDetails(shown, network) }
    },
  )

const addUpdate = (collection: Command): void =>
  command<UpdateOptions>(
    collection,
    'update <collection>',
    'change a collection, by its id or name; what is left out stays. After another payout address, offers to withdraw what still pays the earlier one',
    'collection update 01k… --payout addr_test1…',
    (update) =>
      update
        .option('--name <name>', 'its name')
        .option('--description <words>', 'a description for buyers')
        .option('--url <url>', 'its page on the web')
        .option('--creator <name>', 'who made it, as buyers read it; nothing proves it')
        .option('--cover <address>', 'the image that stands for it: ipfs:// and its CID')
        .option('--payout <address>', 'the address that sales pay from now on')
        .option('--reserve <time>', 'how long a sale reserves tokens, such as 30m or 2h', seconds)
        .addOption(
          new Option('--remove <fields...>', 'remove these').choices([
            'description',
            'url',
            'creator',
            'cover',
            'reserve',
          ]),
        )
        .option(
          '--yes',
          'withdraw the signing rounds and mints that still pay the earlier address, without asking',
        ),
    async (session, options, nameOrId = '') => {
      const change = changeOf(options)
      const id = await session.findCollectionId(nameOrId)
      await openForLocal(session)
      const { accounts } = await session.app()
      const client = await accounts.client(session.account)
      const network = await accountNetwork(session, undefined)
      const changed = await namingOptions(updateOptions, () =>
        session.withVault(() =>
          // Its owner typed the address here, so nobody else could have put another one there.
          updateCollection(client, id, change, { network, confirm: async () => undefined }),
        ),
      )
      const { withdrawn, left } = await offerWithdrawal(session, changed, options.yes === true)
      const shown = await shownOf(
        session,
        withdrawn.length === 0 ? changed : await client.getCollection(id),
      )
      return {
        json: { ...shown, withdrawn: withdrawn.map(({ kind, id: of }) => ({ kind, id: of })) },
        text: [
          'Changed.',
          collectionDetails(shown, await accountNetwork(session, shown.network)),
          ...withdrawn.map((outdated) => `Withdrawn: ${outdated.id}.`),
          ...left.map(({ outdated, reason }) => `Not withdrawn: ${outdated.id}. ${reason}`),
        ],
      }
    },
  )

const addDelete = (collection: Command): void =>
  command<YesOption>(
    collection,
    'delete <id>',
    'delete a collection without minted tokens; one that was made for practice goes with its policy and key',
    'collection delete 01k…',
    (built) => built.addOption(yesOption('delete')),
    async (session, options, collectionId = '') => {
      const asks = asksInTerminal(session, options, {
        subject: 'A deletion',
        look: [`collection show ${collectionId}`],
      })
      asks.canConfirm('delete')
      const app = await session.app()
      const ref = { accountId: app.accounts.get(session.account).id, collectionId }
      const found = await session.withVault(async () =>
        (await app.accounts.client(ref.accountId)).getCollection(collectionId),
      )
      await asks.confirm(deletionQuestion(found, app.practice.has(ref)))
      const { name, policyId, isInBin, withPolicy } = await session.withVault(() =>
        deleteCollection(app, ref),
      )
      return {
        json: { deleted: collectionId, name, policy_id: policyId, with_policy: withPolicy },
        text: [
          `${name} was deleted with its tokens${withPolicy ? ', its policy and its key' : `. Its policy ${policyId} stays`}.`,
          ...(isInBin
            ? [
                `To bring it back within ${limits.binDays} days: ${hint(`bin restore ${collectionId}`)}`,
              ]
            : []),
        ],
      }
    },
  )

/** The vault seals what a collection of the Local studio pays and mints; while locked it cannot. */
const openForLocal = async (session: Session): Promise<void> => {
  if (!(await session.ownsStudio())) return
  if (session.hasPassphrase) await session.openVault()
  else
    session.terminal.warn(
      `The vault is locked, so the collection is unconfirmed: it is neither sold nor minted before you confirm it with: ${hint('studio confirm')}`,
    )
}

const shownOf = async (session: Session, found: Collection): Promise<Collection> => {
  const shown = withPayoutWarnings(found)
  if (shown.payment_link === undefined) return shown
  const isLocal = await session.ownsStudio()
  return { ...shown, payment_link: servedLink(shown.payment_link, { isLocal }) }
}

const collectionDetails = (collection: Collection, network: ServiceNetwork): Text =>
  detailTable([
    ['id', collection.id],
    ['name', collection.name],
    ['creator', collection.creator ?? undefined],
    ['cover', collection.cover ?? undefined],
    ['network', network],
    [
      'tokens',
      `${numberText(collection.token_count)}, ${numberText(collection.token_for_sale_count)} ready, ${numberText(collection.token_sold_count)} sold${burnedText(collection)}`,
    ],
    ['sales', salesText(collection)],
    ['policy ID', collection.policy.policy_id],
    [
      'lock',
      collection.policy.lock ? `at ${collection.policy.lock_time ?? 'an unknown time'}` : 'never',
    ],
    ['royalty', royaltyText(collection)],
    ['royalty payment', collection.payment_link ?? undefined],
    ['confirmed', collection.awaits_confirmation === true ? awaitsCreator() : undefined],
    ...unknownFields(sparseCollection, collection),
    ['warning', collection.warnings],
    ['to withdraw', collection.outdated?.map(withdrawalHint)],
  ])

const awaitsCreator = (): string =>
  `not yet: it is neither sold nor minted before the vault of the creator has confirmed it: ${hint('studio confirm --out facts.json')}`

/** Undefined where the service does not count its sales; what it leaves out is not known. */
const salesText = (collection: Collection): string | undefined => {
  const { sales_count: count, revenue, income, total_fees: fees } = collection
  if (count === 0) return 'none'
  const amounts = `${amountText(revenue)} paid, ${amountText(income)} of it income, ${amountText(fees)} fees`
  if (typeof count === 'number') return `${numberText(count)} completed: ${amounts}`
  return typeof revenue === 'number' ? amounts : undefined
}

/** The interface does not say in what unit a service counts; the studio's are whole lovelace. */
const amountText = (amount: number | null | undefined): string => {
  if (amount === null || amount === undefined) return 'an unknown amount'
  return Number.isSafeInteger(amount) ? adaText(String(amount), 'ADA') : String(amount)
}

const royaltyText = (collection: Collection): string => {
  const rate = collection.royalty?.metadata?.['777'].rate
  return rate === undefined ? 'none' : `${percentOfRate(rate)}%`
}

const burnedText = ({ token_burned_count: burned = 0 }: Collection): string =>
  burned === 0 ? '' : `, ${numberText(burned)} burned`
