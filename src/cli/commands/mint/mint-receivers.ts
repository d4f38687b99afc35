import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import type { ChosenTokens } from '#contract/mints/chosen-tokens.ts'
import type { MintRequest } from '#contract/mints/mint.ts'
import type { Token } from '#contract/tokens/token.ts'
import type { Table } from '#app/imports/table/table-types.ts'
import { readInput } from '#cli/files.ts'
import type { MintSession } from './mint-session.ts'

export type ReceiverOptions = {
  readonly collection: string
  readonly tokens?: string
  readonly to?: string
  readonly toFile?: string
}

/** Which tokens are minted, and who receives which. */
export type Receivers = Pick<MintRequest, 'to'> & { readonly tokens: ChosenTokens }

/**
 * @throws ColdpressError `usage` when nobody is to receive them, `invalid` with every name that no
 * token of the collection has
 */
export const receiversOf = async (
  mintSession: MintSession,
  options: ReceiverOptions,
): Promise<Receivers> => {
  const { to, toFile, tokens } = options
  if (toFile !== undefined) return receiversInFile(mintSession, options.collection, toFile, tokens)
  if (to === undefined)
    throw new ColdpressError(
      'usage',
      'Say who receives the tokens: --to ADDRESS, or --to-file FILE with the columns address and asset_name.',
    )
  if (tokens === undefined) return { tokens: 'unlisted', to }
  if (tokens === 'all') return { tokens, to }
  return { tokens: await tokensNamedBy(mintSession, options.collection, tokens), to }
}

const receiversInFile = async (
  mintSession: MintSession,
  collectionId: string,
  path: string,
  tokens: string | undefined,
): Promise<Receivers> => {
  const { app, session } = mintSession
  const bytes = await readInput(path, 'file of receivers')
  const rows = rowsOf(path, await app.imports.readTable(bytes, undefined, session.signal))
  const known = await knownTokens(mintSession, collectionId)
  const ids = idsOf(
    known,
    rows.map(({ name }) => name),
    path,
  )
  const withPositions = rows.map(({ address }, position) => ({ address, id: ids[position] ?? '' }))
  const byAddress = Map.groupBy(withPositions, ({ address }) => address)
  return {
    tokens:
      tokens === undefined
        ? ids
        : tokens === 'all'
          ? 'all'
          : idsOf(known, namesIn(tokens), '--tokens'),
    to: [...byAddress].map(([address, its]) => ({ address, tokens: its.map(({ id }) => id) })),
  }
}

/**
 * Ids of the tokens that a list with commas names, by their ids or asset names.
 * @throws ColdpressError `invalid` with every name that no token of the collection has
 */
export const tokensNamedBy = async (
  mintSession: MintSession,
  collectionId: string,
  list: string,
  where = '--tokens',
): Promise<string[]> => idsOf(await knownTokens(mintSession, collectionId), namesIn(list), where)

/** Reads the tokens of a collection once, and answers the ids of those that lists name. */
export const tokenFinder = async (
  mintSession: MintSession,
  collectionId: string,
): Promise<(names: readonly string[], where: string) => string[]> => {
  const known = await knownTokens(mintSession, collectionId)
  return (names, where) => idsOf(known, names, where)
}

const namesIn = (list: string): readonly string[] =>
  list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))

type Known = {
  readonly byId: ReadonlyMap<string, Token>
  readonly byName: ReadonlyMap<string, Token>
}

const knownTokens = async (
  { client, session: { signal } }: MintSession,
  collectionId: string,
): Promise<Known> => {
  const all = await Array.fromAsync(
    client.tokens(collectionId, { order: 'asc', size: 100, signal }),
  )
  return {
    byId: new Map(all.map((token) => [token.id, token])),
    byName: new Map(all.map((token) => [token.asset_name, token])),
  }
}

/** Tokens may be named by their ids or by their asset names. */
const idsOf = ({ byId, byName }: Known, names: readonly string[], where: string): string[] => {
  const unknown = names.filter((name) => !byId.has(name) && !byName.has(name))
  if (unknown.length > 0)
    throw new ColdpressError(
      'invalid',
      `${where}: the collection has no ${unknown.slice(0, 5).map(quoted).join(', no ')}${unknown.length > 5 ? `, and ${countText(unknown.length - 5, 'more name')} like this` : ''}; give ids or asset names of its tokens`,
    )
  return names.map((name) => (byId.get(name) ?? byName.get(name))?.id ?? name)
}

type Row = { readonly address: string; readonly name: string }

const rowsOf = (path: string, { columns, rows }: Table): readonly Row[] => {
  const whereOf = (header: string): number => {
    const position = columns.findIndex((column) => column.header.toLowerCase() === header)
    if (position !== -1) return position
    throw new ColdpressError(
      'invalid',
      `${path}: there is no column ${header}; its first row names the columns address and asset_name`,
    )
  }
  const [address, name] = [whereOf('address'), whereOf('asset_name')]
  const read = rows.map(({ row, cells }) => ({
    row,
    address: (cells[address] ?? '').trim(),
    name: (cells[name] ?? '').trim(),
  }))
  const bare = read.find((one) => one.address === '' || one.name === '')
  if (bare !== undefined)
    throw new ColdpressError(
      'invalid',
      `${path}, row ${bare.row}: it needs an address and an asset name`,
    )
  if (read.length === 0) throw new ColdpressError('invalid', `${path}: it names no token`)
  return read
}
