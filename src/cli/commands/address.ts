import type { Command } from 'commander'
import { type AddressEntry, addressQuestion } from '#app/address-book/address-book.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import { hint } from '#cli/terminal/hint.ts'
import { asksInTerminal } from '../terminal/confirmation.ts'
import { command, group } from '../program.ts'
import { detailTable, table } from '../terminal/table.ts'

export const addAddressCommands = (program: Command): void => {
  const address = group(
    program,
    'address',
    'your own addresses: ADA sent to them counts as returning to you',
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
    'add an address of your own',
    'address add addr1… --label "my cold wallet"',
    (add) =>
      add
        .requiredOption('--label <name>', 'a name to recognise it by')
        .option('--yes', 'confirm without asking'),
    async (session, options, text = '') => {
      const asks = asksInTerminal(session, options, { subject: 'An address of your own' })
      await asks.confirm(addressQuestion(text, options.label))
      const entry = await session.withVault((app) => app.addressBook.add(text, options.label))
      return { json: snakeKeys(entry), text: detailTable(entryText(entry)) }
    },
  )

const entryText = ({ label, network, address, confirmedAt }: AddressEntry) =>
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
    'list the addresses that you confirmed',
    'address list',
    (list) => list,
    async (session) => {
      const { entries, rejected } = await (await session.app()).addressBook.list()
      for (const address of rejected)
        session.terminal.warn(
          `The address book contains ${address}, which this vault did not confirm. Coldpress ignores it. To remove it: ${hint(`address remove ${address}`)}`,
        )
      return {
        json: snakeKeys({ entries, rejected }),
        text: table(
          entries,
          {
            label: ({ label }) => label,
            network: ({ network }) => network,
            address: ({ address }) => address,
            confirmed: ({ confirmedAt }) => confirmedAt,
          },
          `No addresses yet. To add one of your own: ${hint('address add ADDRESS --label NAME')}`,
        ),
      }
    },
  )

const addRemove = (parent: Command): void =>
  command(
    parent,
    'remove <address>',
    'remove an address; it then counts as somebody else’s',
    'address remove addr1…',
    (remove) => remove,
    async (session, _options, address = '') => {
      ;(await session.app()).addressBook.remove(address)
      return { json: { removed: address.trim() }, text: `Removed ${address.trim()}.` }
    },
  )
