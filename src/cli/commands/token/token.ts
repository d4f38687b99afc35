import { limits } from '#values/bounds/limits.ts'
import { type Command, Option } from 'commander'
import { adaText, countText } from '#values/text/format.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { unknownFields } from '#contract/fields.ts'
import { joinPieces, textOfValue } from '#contract/tokens/attribute-value.ts'
import { sparseToken, type Token, type TokenStatus, tokenStatuses } from '#contract/tokens/token.ts'
import { tokenStateText, tokenStatusText } from '#contract/tokens/token-state.ts'
import { addTokensOnce, tokenDeletionQuestion } from '#app/tokens/change-tokens.ts'
import { shareCard } from '#app/shops/share-card.ts'
import { tokensNamedBy } from '../mint/mint-receivers.ts'
import { type MintSession, openMintSession } from '../mint/mint-session.ts'
import { servedLink } from '../studio/served-link.ts'
import { readInput, writeBytes } from '#cli/files.ts'
import { OutputOption } from '#cli/options/output-option.ts'
import { requiredCollection, requiredCollectionId } from '#cli/options/collection-option.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { command, group } from '#cli/program.ts'
import { asksInTerminal, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { hint } from '#cli/terminal/hint.ts'
import { detailTable, table } from '#cli/terminal/table.ts'
import { addEdit } from './token-edit.ts'
import { readTokenChange, readTokenFile } from './token-file.ts'

export const addTokenCommands = (program: Command): void => {
  const token = group(program, 'token', 'single tokens of a collection')
  addList(token)
  addShow(token)
  addAdd(token)
  addUpdate(token)
  addEdit(token)
  addStatusChange(token, {
    verb: 'hold',
    status: 'OPEN',
    description: 'hold tokens back: no sale draws them and no page shows them',
    done: 'held back',
  })
  addStatusChange(token, {
    verb: 'release',
    status: 'FOR_SALE',
    description: 'release tokens that were held back',
    done: 'ready to be sold',
  })
  addCard(token)
  addDelete(token)
}

type CollectionOptions = { readonly collection: string }

const ofTokens = 'the collection of the tokens'

const addList = (token: Command): void =>
  command<CollectionOptions & { readonly status?: TokenStatus }>(
    token,
    'list',
    "list a collection's tokens with their states, prices and payment links, in the order in which they were added",
    'token list --collection Herbarium --status FOR_SALE',
    (list) =>
      list
        .addOption(requiredCollection(ofTokens))
        .addOption(
          new Option('--status <status>', 'only tokens with this status').choices(tokenStatuses),
        ),
    async (session, { collection, status }) => {
      const mintSession = await openMintSession(session, { signs: false })
      const { client } = mintSession
      const { signal } = session
      const tokens = await Array.fromAsync(
        client.tokens(collection, {
          order: 'asc',
          size: 100,
          signal,
          ...(status === undefined ? {} : { status }),
        }),
      )
      const shown = tokens.map((found) => shownOf(mintSession, found))
      return {
        json: shown,
        text: table(
          shown,
          {
            id: ({ id }) => id,
            name: ({ name }) => name,
            'asset name': ({ asset_name: name }) => name,
            status: tokenStateText,
            price: ({ price }) => priceText(price),
            link: ({ payment_link: link }) => link ?? '',
          },
          status === undefined
            ? `No tokens yet. To import some: ${hint(`import FOLDER --collection ${collection} --dry-run`)}`
            : `No tokens with the status “${tokenStatusText(status)}”.`,
        ),
      }
    },
  )

const addShow = (token: Command): void =>
  command<CollectionOptions>(
    token,
    'show <token>',
    'show one token, by its id or asset name',
    'token show Herbarium01 --collection Herbarium',
    (show) => show.addOption(requiredCollection('the collection of the token')),
    async (session, { collection }, name = '') => {
      const mintSession = await openMintSession(session, { signs: false })
      const id = await tokenNamedBy(mintSession, collection, name)
      const { client } = mintSession
      return answerToken(
        mintSession,
        await client.getToken(collection, id, { signal: session.signal }),
      )
    },
  )

const addAdd = (token: Command): void =>
  command<CollectionOptions & { readonly file: string }>(
    token,
    'add',
    'add at most 25 tokens from a JSON file, all or none; their images are on IPFS or the web already. A folder with images is imported instead',
    'token add --collection Herbarium --file tokens.json',
    (add) =>
      add
        .addOption(requiredCollection('the collection that gets the tokens'))
        .requiredOption(
          '--file <file>',
          'a list of objects with name, asset_name, image, and optionally description, media_type, metadata_attributes, custom_attributes',
        ),
    async (session, { collection, file }) => {
      const requests = readTokenFile(file, await readInput(file, 'file of tokens'))
      const mintSession = await openMintSession(session, { signs: true })
      const added = await addTokensOnce(mintSession.client, collection, requests)
      return answerTokens(mintSession, added, `${countText(added.length, 'token')} added.`)
    },
  )

type UpdateOptions = CollectionOptions & {
  readonly name?: string
  readonly description?: string
  readonly file?: string
}

const addUpdate = (parent: Command): void =>
  command<UpdateOptions>(
    parent,
    'update <token>',
    'change a token that nobody has reserved; what is left out stays. Its price: sale price',
    'token update Herbarium01 --collection Herbarium --name "Fern No. 1"',
    (update) =>
      update
        .addOption(requiredCollection('the collection of the token'))
        .option('--name <name>', 'the name that people see')
        .option('--description <words>', 'a description')
        .option(
          '--file <file>',
          'an object with the fields to change, as “token add” takes them; null removes a value',
        ),
    async (session, { collection, name, description, file }, token = '') => {
      const change = {
        ...(file === undefined ? {} : readTokenChange(file, await readInput(file, 'file'))),
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
      }
      if (Object.keys(change).length === 0) throw new ColdpressError('usage', nothingToChange)
      const mintSession = await openMintSession(session, { signs: true })
      const id = await tokenNamedBy(mintSession, collection, token)
      const changed = await namingOptions({ name: '--name', description: '--description' }, () =>
        session.withVault(() => mintSession.client.updateToken(collection, id, change)),
      )
      return answerToken(mintSession, changed)
    },
    ({ name, description, file }) =>
      (name ?? description ?? file) === undefined ? nothingToChange : undefined,
  )

const nothingToChange = 'Say what to change: --name, --description or --file.'

type StatusChange = {
  readonly verb: 'hold' | 'release'
  readonly status: 'OPEN' | 'FOR_SALE'
  readonly description: string
  readonly done: string
}

const addStatusChange = (token: Command, { verb, status, description, done }: StatusChange): void =>
  command<CollectionOptions & { readonly tokens: string }>(
    token,
    verb,
    description,
    `token ${verb} --collection Herbarium --tokens Herbarium01,Herbarium02`,
    (built) =>
      built
        .addOption(requiredCollection(ofTokens))
        .requiredOption('--tokens <list>', 'ids or asset names, separated by commas'),
    async (session, { collection, tokens: list }) => {
      const mintSession = await openMintSession(session, { signs: true })
      const { client } = mintSession
      const changed: Token[] = []
      for (const id of await tokensNamedBy(mintSession, collection, list)) {
        session.signal.throwIfAborted()
        changed.push(await session.withVault(() => client.updateToken(collection, id, { status })))
      }
      return answerTokens(mintSession, changed, `${countText(changed.length, 'token')} ${done}.`)
    },
  )

const addCard = (token: Command): void =>
  command<CollectionOptions & { readonly out: string }>(
    token,
    'card <token>',
    'draw a picture to share: art, name and price, and a QR code of the page where others reach it',
    'token card Herbarium01 --collection Herbarium --out fern.png',
    (card) =>
      card
        .addOption(requiredCollection('the collection of the token'))
        .addOption(new OutputOption('--out <file>', 'the PNG to write').makeOptionMandatory()),
    async (session, { collection, out }, name = '') => {
      const mintSession = await openMintSession(session, { signs: false })
      const { client, app } = mintSession
      const tokenId = await tokenNamedBy(mintSession, collection, name)
      const account = app.accounts.get(session.account)
      const { content, images } = app
      const { png } = await shareCard(
        { client, account, content, images },
        { collectionId: collection, tokenId },
        session.signal,
      )
      await writeBytes(out, png)
      return { json: { token: tokenId, file: out }, text: `${out} written.` }
    },
  )

const addDelete = (token: Command): void =>
  command<CollectionOptions & YesOption & { readonly tokens: string }>(
    token,
    'delete',
    'delete tokens that are neither minted nor reserved',
    'token delete --collection 01k… --tokens Herbarium01',
    (built) =>
      built
        .addOption(requiredCollectionId('the collection of the tokens'))
        .requiredOption('--tokens <list>', 'ids or asset names, separated by commas')
        .addOption(yesOption('delete')),
    async (session, { collection, tokens: list, ...options }) => {
      const asks = asksInTerminal(session, options, {
        subject: 'A deletion',
        look: [`token list --collection ${collection}`],
      })
      asks.canConfirm('delete')
      const mintSession = await openMintSession(session, { signs: false })
      const { client } = mintSession
      const ids = await tokensNamedBy(mintSession, collection, list)
      const found: Token[] = []
      for (const id of ids) found.push(await client.getToken(collection, id))
      await asks.confirm(tokenDeletionQuestion(found))
      for (const { id } of found) {
        session.signal.throwIfAborted()
        await client.deleteToken(collection, id)
      }
      return {
        json: { deleted: ids },
        text: [
          `${countText(ids.length, 'token')} deleted.`,
          ...(mintSession.isLocal
            ? [`To bring one back within ${limits.binDays} days: ${hint('bin list')}`]
            : []),
        ],
      }
    },
  )

const tokenNamedBy = async (
  mintSession: MintSession,
  collectionId: string,
  name: string,
): Promise<string> => {
  const [id = name, ...more] = await tokensNamedBy(mintSession, collectionId, name, 'TOKEN')
  if (more.length === 0) return id
  throw new ColdpressError('usage', 'TOKEN: give one id or asset name.')
}

const shownOf = ({ isLocal }: MintSession, token: Token) => ({
  ...token,
  price: token.price ?? null,
  payment_link: servedLink(token.payment_link ?? null, { isLocal }),
})

const priceText = (price: number | null | undefined): string =>
  price === null || price === undefined ? '' : adaText(String(price), 'ADA')

const answerTokens = (mintSession: MintSession, tokens: readonly Token[], text: string) => ({
  json: tokens.map((token) => shownOf(mintSession, token)),
  text: [text, ...tokens.flatMap(({ warnings }) => warnings ?? [])].join('\n'),
})

const answerToken = (mintSession: MintSession, token: Token) => {
  const shown = shownOf(mintSession, token)
  return {
    json: shown,
    text: detailTable([
      ['id', token.id],
      ['name', token.name],
      ['asset name', token.asset_name],
      ['status', tokenStateText(token)],
      ['price', priceText(token.price) || undefined],
      ['link', shown.payment_link ?? undefined],
      ['image', joinPieces(token.image ?? '') || undefined],
      ['media type', token.media_type ?? undefined],
      ['description', joinPieces(token.description ?? '') || undefined],
      ...(token.metadata_attributes ?? []).map(
        ({ tag, value }) => [tag, textOfValue(value)] as const,
      ),
      ...Object.entries(token.custom_attributes ?? {}).map(
        ([name, value]) => [name, textOfValue(value)] as const,
      ),
      ['fingerprint', token.fingerprint ?? undefined],
      [
        'confirmed',
        token.awaits_confirmation === true
          ? `not yet: its price counts once the vault of the creator has confirmed it: ${hint('studio confirm --out facts.json')}`
          : undefined,
      ],
      ...unknownFields(sparseToken, token),
      ['warning', token.warnings],
    ]),
  }
}
