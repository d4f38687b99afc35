import { z } from 'zod'
import { isoTime, longText } from '#values/bounds/bounded.ts'
import { limits } from '#values/bounds/limits.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { charsOf, quoted } from '#values/text/text.ts'
import { parseAddress } from '#cardano/addresses.ts'
import { receiverWarnings } from '#cardano/receiver-warnings.ts'
import { type Network, wireNetwork } from '#cardano/network.ts'
import type { Statement } from '#keys/seal/seal.ts'
import type { SealedFacts } from '#keys/seal/sealed-facts.ts'
import type { Question } from '../asks.ts'

/** An address that the user confirmed on this computer. */
export type AddressEntry = {
  readonly network: 'mainnet' | 'testnet'
  readonly address: string
  readonly label: string
  readonly confirmedAt: string
}

/** The addresses of a network that the user confirmed here, with their labels. */
export type ConfirmedAddresses = {
  readonly labels: ReadonlyMap<string, string>
  /** Entries with an invalid seal: another program wrote them. They are ignored. */
  readonly rejected: readonly string[]
}

/**
 * Addresses that count as the user's own when a transaction is reviewed. The vault seals each entry
 * (docs/adr/0017), so a program that can write the database cannot add one.
 */
export type AddressBook = {
  /**
   * Adds an address or changes its label, once its {@link addressQuestion} was confirmed.
   * @throws ColdpressError `invalid` for a text that is no address or label; `vault_locked`
   */
  readonly add: (address: string, label: string) => Promise<AddressEntry>
  /** @throws ColdpressError `not_found` */
  readonly remove: (address: string) => void
  readonly list: () => Promise<{
    readonly entries: readonly AddressEntry[]
    readonly rejected: readonly string[]
  }>
  readonly confirmedAddresses: (network: Network) => Promise<ConfirmedAddresses>
}

/** @throws ColdpressError `invalid` for a text that is no address or label */
export const addressQuestion = (text: string, label: string): Question => {
  const { bech32 } = parseAddress(text)
  return {
    kind: 'add_address',
    question: 'Add an address of your own?',
    lines: [
      'From now on, a transaction that sends everything to this address looks harmless. Compare the address, character by character, with the one that your wallet shows:',
      bech32,
      `Its name: ${quoted(checkedLabel(label))}`,
      ...receiverWarnings('address', [bech32]).map((warning) => `WARNING  ${warning}`),
    ],
    yes: 'Add the address',
  }
}

const entryStatement = z.object({ label: longText, confirmedAt: isoTime })

export const createAddressBook = (
  sealed: SealedFacts,
  now: () => Date = () => new Date(),
): AddressBook => {
  const list: AddressBook['list'] = async () => {
    const all = await sealed.list('address')
    const entries = all.flatMap(({ statement }) => entryOf(statement) ?? [])
    const read = new Set(entries.map(({ address }) => address))
    return { entries, rejected: all.map(({ id }) => id).filter((id) => !read.has(id)) }
  }
  return {
    list,
    add: async (text, label) => {
      const { bech32: address, networkId } = parseAddress(text)
      const entry: AddressEntry = {
        network: networkId === 1 ? 'mainnet' : 'testnet',
        address,
        label: checkedLabel(label),
        confirmedAt: now().toISOString(),
      }
      await sealed.confirm([statementOf(entry)])
      return entry
    },
    remove: (text) => {
      const id = text.trim()
      if (!sealed.has({ kind: 'address', id }))
        throw new ColdpressError('not_found', `The address book has no address ${id}.`)
      sealed.remove({ kind: 'address', id })
    },
    confirmedAddresses: async (network) => {
      const { entries, rejected } = await list()
      const own = entries.filter((entry) => entry.network === wireNetwork(network))
      return { labels: new Map(own.map(({ address, label }) => [address, label])), rejected }
    },
  }
}

const statementOf = ({ network, address, label, confirmedAt }: AddressEntry): Statement => ({
  kind: 'address',
  network,
  collection: null,
  id: address,
  facts: { label, confirmedAt },
})

const entryOf = (statement: Statement | undefined): AddressEntry | undefined => {
  const details = entryStatement.safeParse(statement?.facts).data
  if (statement === undefined || details === undefined) return undefined
  const { network, id: address } = statement
  return network === 'mainnet' || network === 'testnet'
    ? { network, address, ...details }
    : undefined
}

const checkedLabel = (text: string): string => {
  const label = text.trim()
  const chars = charsOf(label)
  if (chars >= 1 && chars <= limits.addressLabelChars && !/\p{Cc}/u.test(label)) return label
  throw new ColdpressError(
    'invalid',
    `label: ${chars} characters; give 1 to ${limits.addressLabelChars}, without control characters`,
  )
}
