import type { Command } from 'commander'
import type { AddressEntry } from '#core/address-book/address-book.ts'
import { parseAddress } from '#core/cardano/addresses.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import { confirmByTyping } from '../terminal/confirm-by-typing.ts'
import { command, group } from '../program.ts'
import { facts, table } from '../terminal/table.ts'

export const addAddressCommands = (program: Command): void => {
  const address = group(
    program,
    'address',
    'addresses that count as your own when you look at a transaction',
  )
  addAdd(address)
  addList(address)
  addRemove(address)
}

type AddOptions = { readonly label: string; readonly yes?: boolean }

const addAdd = (parent: Command): void =>
  command<AddOptions>(
    parent,
    'add <address>',
    'add an address of your own; what a transaction sends there counts as coming back to you',
    'address add addr1… --label "my cold wallet"',
    (add) =>
      add
        .requiredOption('--label <name>', 'what you call it')
        .option('--yes', 'do not ask for a confirmation'),
    async (session, options, text = '') => {
      const { bech32 } = parseAddress(text)
      await confirmByTyping(session, options, {
        what: 'An address of your own',
        lines: [
          'A transaction that sends everything to this address will look harmless from now on. Compare it, character by character, with what your own wallet shows:',
          bech32,
        ],
        word: 'mine',
      })
      const entry = await session.withVault((core) => core.addressBook.add(text, options.label))
      return { json: snakeKeys(entry), text: facts(shown(entry)) }
    },
  )

const shown = ({ label, network, address, confirmedAt }: AddressEntry) =>
  [
    ['label', label],
    ['network', network],
    ['address', address],
    ['confirmed', confirmedAt],
  ] as const

const addList = (parent: Command): void =>
  command(
    parent,
    'list',
    'show the addresses that you confirmed',
    'address list',
    (list) => list,
    async (session) => {
      const { entries, rejected } = await (await session.core()).addressBook.list()
      for (const address of rejected)
        session.terminal.warn(
          `The address book holds ${address}, which this vault did not confirm. It counts for nothing; remove it with: ${hint(`address remove ${address}`)}`,
        )
      return {
        json: snakeKeys({ entries, rejected }),
        text:
          entries.length === 0
            ? `You have confirmed no address yet. Add one with: ${hint('address add ADDRESS --label NAME')}`
            : table(
                ['label', 'network', 'address', 'confirmed'],
                entries.map((entry) => shown(entry).map(([, value]) => value)),
              ),
      }
    },
  )

const addRemove = (parent: Command): void =>
  command(
    parent,
    'remove <address>',
    'remove an address; it then counts as anybody else’s',
    'address remove addr1…',
    (remove) => remove,
    async (session, _options, address = '') => {
      ;(await session.core()).addressBook.remove(address)
      return { json: { removed: address.trim() }, text: `Removed ${address.trim()}.` }
    },
  )
